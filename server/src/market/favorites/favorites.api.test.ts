import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import {
  FAVORITE_FOLDER_NAME_MAX,
  FAVORITE_FOLDERS_MAX,
  FAVORITES_MAX,
  favoritesApi,
  GUEST_FAVORITES_MAX,
} from '@app/contract/market/favorites';
import { searchesApi } from '@app/contract/market/searches';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { mutedWordsApi } from '@app/contract/people/muted-words';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { rounds } from '../../../test/rounds.ts';
import { sampleUser } from '../../../test/sample-user.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { insertDemoUsers } from '../../people/users/users.public.ts';
import { emit } from '../../platform/domain/events.ts';
import { eraseUserData } from '../../platform/domain/user-data.ts';
import { emitAdEvents } from '../ads/ad-events.public.ts';
import { notifyFavoriters } from './notify-favoriters.job.ts';
import { sweepFavorites } from './sweep-favorites.job.ts';

let world: World;
let seller: Actor;

beforeAll(async () => {
  world = await createWorld();
  seller = await world.user({ paid: true, firstname: 'Игорь', lastname: 'Соколов' });
});
afterAll(() => world.close());

async function publish(fields: object = {}): Promise<number> {
  const body = { board_title: 'Велосипед', board_description: 'Складной', board_price: 9000, ...fields };
  return (await world.call(seller, adsApi.create, { body })).body.board_id;
}
const add = (who: Actor | null, id: number) =>
  world.call(who, favoritesApi.add, { body: { subscription_board_id: id } });
const remove = (who: Actor, id: number) => world.call(who, favoritesApi.remove, { query: { board_id: id } });
const list = async (who: Actor, query: object = {}) => (await world.call(who, favoritesApi.list, { query })).body;
const change = (id: number, fields: object) => world.call(seller, adsApi.edit, { body: { board_id: id, ...fields } });

async function tellNews(): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from favorite_events order by id`.execute(world.services.db);
  for (const { id } of rows) await notifyFavoriters.run(world.services, { news_id: id });
}
async function bellsOf(who: Actor): Promise<{ kind: string }[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from notifications where user_id = ${who.id} order by id`.execute(world.services.db);
  return rows;
}
const mailOf = (who: Actor) => `${who.login}@example.com`;

test('there is an end to the favourites of a person', async () => {
  const [anna, id] = [await world.user(), await publish()];
  await sql`
    insert into favorites (user_id, ad_id) select ${anna.id}, 1000000 + n from generate_series(1, ${FAVORITES_MAX}) n`.execute(
    world.services.db,
  );
  expect(await add(anna, id)).toMatchObject({ statusCode: 409, body: { code: 'favorites_full' } });
  await sql`delete from favorites where user_id = ${anna.id} and ad_id = 1000001`.execute(world.services.db);
  expect((await add(anna, id)).statusCode).toBe(200);
});

test('an ad becomes a favourite and stops being one, however often it is asked for', async () => {
  const [anna, id] = [await world.user(), await publish()];
  for (let time = 0; time < 2; time += 1) {
    expect((await add(anna, id)).body).toEqual({ board_id: id, subscription_on_board: 1 });
  }
  expect(await list(anna)).toMatchObject({ total: 1, boards: [{ board_id: id, subscription_on_board: 1 }] });
  for (let time = 0; time < 2; time += 1) {
    expect((await remove(anna, id)).body).toEqual({ board_id: id, subscription_on_board: 0 });
  }
  expect(await list(anna)).toEqual({ total: 0, boards: [] });
});

test('lists and the ad’s own page say whether the viewer keeps it, and say nothing to guests', async () => {
  const [anna, olga, id] = [await world.user(), await world.user(), await publish({ board_title: 'Самокат редкий' })];
  await add(anna, id);
  const seen = async (who: Actor | null) => {
    const query = { search: 'самокат редкий' };
    const { boards } = (await world.call(who, adsApi.listEnabled, { query })).body;
    const ad = (await world.call(who, adsApi.get, { params: { id } })).body;
    return [boards[0]?.subscription_on_board, ad.subscription_on_board];
  };
  expect(await seen(anna)).toEqual([1, 1]);
  expect(await seen(olga)).toEqual([0, 0]);
  expect(await seen(null)).toEqual([undefined, undefined]);
});

test('similar ads and the seller’s others say whether the viewer keeps them', async () => {
  const [anna, olga] = [await world.user(), await world.user()];
  const fields = { board_title: 'Катамаран двухместный' };
  const [shown, kept] = [await publish(fields), await publish(fields)];
  await add(anna, kept);
  const marks = async (who: Actor | null) => {
    const { similar, seller: others } = (await world.call(who, adOwnerApi.similar, { params: { id: shown } })).body;
    return [...similar, ...others]
      .filter(({ board_id }) => board_id === kept)
      .map(({ subscription_on_board }) => subscription_on_board);
  };
  expect(new Set(await marks(anna))).toEqual(new Set([1]));
  expect(new Set(await marks(olga))).toEqual(new Set([0]));
  expect(new Set(await marks(null))).toEqual(new Set([undefined]));
});

test('what a guest’s browser remembers is shown to guests and becomes favourites once, in its order', async () => {
  const [anna, first, second, third] = [await world.user(), await publish(), await publish(), await publish()];
  const hidden = await publish({ board_title: 'Ещё не готово', board_enabled: 0 });
  const remembered = [third, hidden, 999_999_999, second, first];
  const shown = await world.call(null, favoritesApi.listGuest, { query: { board_ids: remembered } });
  expect(shown.body.boards.map(({ board_id }) => board_id)).toEqual([third, second, first]);
  expect(JSON.stringify(shown.body)).not.toContain('Ещё не готово');

  await add(anna, first);
  const merge = () => world.call(anna, favoritesApi.merge, { body: { board_ids: remembered } });
  for (let time = 0; time < 2; time += 1) {
    expect((await merge()).body.board_ids).toEqual([third, second, first]);
    expect((await list(anna)).boards.map(({ board_id }) => board_id)).toEqual([third, second, first]);
  }
  const own = await world.call(seller, favoritesApi.merge, { body: { board_ids: [first] } });
  expect(own.body).toEqual({ board_ids: [] });
  const tooMany = Array.from({ length: GUEST_FAVORITES_MAX + 1 }, (_, index) => index + 1);
  expect((await world.call(anna, favoritesApi.merge, { body: { board_ids: tooMany } })).statusCode).toBe(400);
});

test('the list says by how much the price fell since the ad became a favourite', async () => {
  const [anna, igor, id] = [await world.user(), await world.user(), await publish({ board_price: 9000 })];
  const dropOf = async (who: Actor) => (await list(who)).boards[0]?.board_price_drop;
  await add(anna, id);
  expect(await dropOf(anna)).toBeUndefined();
  await change(id, { board_price: 8000 });
  await add(igor, id);
  await change(id, { board_price: 7000 });
  expect(await dropOf(anna)).toBe(2000);
  expect(await dropOf(igor)).toBe(1000);
  await change(id, { board_price: 9500 });
  expect(await dropOf(anna)).toBeUndefined();
});

const folders = async (who: Actor) => (await world.call(who, favoritesApi.folders)).body;
const createFolder = (who: Actor | null, name: string) =>
  world.call(who, favoritesApi.createFolder, { body: { name } });
const move = (who: Actor, board_ids: number[], folder: number) =>
  world.call(who, favoritesApi.move, { body: { board_ids, folder } });

test('favourites are moved into folders, filtered by them and counted', async () => {
  const [anna, one, two, three, foreign] = [
    await world.user(),
    await publish(),
    await publish(),
    await publish({ board_title: 'Самовар' }),
    await publish(),
  ];
  for (const id of [one, two, three]) await add(anna, id);
  const gifts = (await createFolder(anna, ' Подарки ')).body;
  const cottage = (await createFolder(anna, 'Дача')).body;
  expect(gifts).toMatchObject({ name: 'Подарки', count: 0 });
  expect((await move(anna, [three, foreign, one], gifts.id)).body).toEqual({ board_ids: [three, one] });
  await move(anna, [one], cottage.id);
  expect(await folders(anna)).toEqual({
    folders: [
      { id: cottage.id, name: 'Дача', count: 1 },
      { id: gifts.id, name: 'Подарки', count: 1 },
    ],
    total: 3,
  });
  const idsIn = async (query: object) => (await list(anna, query)).boards.map(({ board_id }) => board_id);
  expect(await idsIn({ folder: gifts.id })).toEqual([three]);
  expect(await idsIn({ folder: 0 })).toEqual([two]);
  expect(await idsIn({ folder: gifts.id, search: 'самовар' })).toEqual([three]);
  expect(await idsIn({ folder: cottage.id, search: 'самовар' })).toEqual([]);
  expect((await list(anna)).boards.map(({ favorite_folder }) => favorite_folder)).toEqual([gifts.id, 0, cottage.id]);

  // Taken out and put back, an ad is where it was.
  await remove(anna, one);
  expect((await folders(anna)).folders[0]?.count).toBe(0);
  await add(anna, one);
  expect(await idsIn({ folder: cottage.id })).toEqual([one]);
  await move(anna, [one], 0);
  expect(await idsIn({ folder: 0 })).toEqual([two, one]);
});

test('a folder is renamed and deleted; its favourites stay', async () => {
  const [anna, id] = [await world.user(), await publish()];
  await add(anna, id);
  const folder = (await createFolder(anna, 'Дача')).body.id;
  const rename = (name: string) =>
    world.call(anna, favoritesApi.renameFolder, { params: { id: folder }, body: { name } });
  const drop = () => world.call(anna, favoritesApi.removeFolder, { params: { id: folder } });
  await move(anna, [id], folder);
  expect((await createFolder(anna, 'дача')).body.code).toBe('already_exists');
  expect((await rename('ДАЧА')).body).toEqual({ id: folder, name: 'ДАЧА', count: 1 });
  await createFolder(anna, 'Город');
  expect((await rename('город')).body.code).toBe('already_exists');
  expect((await drop()).body).toEqual({ success: true });
  expect((await drop()).body.code).toBe('not_found');
  expect(await list(anna, { folder: 0 })).toMatchObject({ total: 1, boards: [{ board_id: id, favorite_folder: 0 }] });
});

test('folders are their owner’s alone, and there is an end to them', async () => {
  const [anna, olga, id] = [await world.user(), await world.user(), await publish()];
  const folder = (await createFolder(anna, 'Дача')).body.id;
  await add(olga, id);
  expect((await move(olga, [id], folder)).body.code).toBe('not_found');
  const params = { id: folder };
  expect((await world.call(olga, favoritesApi.renameFolder, { params, body: { name: 'Моя' } })).body.code).toBe(
    'not_found',
  );
  expect((await world.call(olga, favoritesApi.removeFolder, { params })).body.code).toBe('not_found');
  expect(await folders(olga)).toEqual({ folders: [], total: 1 });
  expect((await createFolder(null, 'Дача')).body.code).toBe('unauthorized');
  for (const name of ['', ' ', 'я'.repeat(FAVORITE_FOLDER_NAME_MAX + 1)])
    expect((await createFolder(anna, name)).statusCode).toBe(400);
  const created = await Promise.all(
    Array.from({ length: FAVORITE_FOLDERS_MAX + 2 }, (_, number) => createFolder(anna, `Папка ${number}`)),
  );
  const refused = created.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('folders_full'));
  expect((await folders(anna)).folders).toHaveLength(FAVORITE_FOLDERS_MAX);
});

test('own ads, ads that are not there and ads that are gone cannot become favourites', async () => {
  const [anna, id] = [await world.user(), await publish()];
  expect((await add(seller, id)).body.code).toBe('forbidden');
  expect((await add(anna, 999_999_999)).body.code).toBe('not_found');
  expect((await add(null, id)).body.code).toBe('unauthorized');
  await change(id, { board_enabled: 0 });
  expect((await add(anna, id)).body.code).toBe('not_found');
  await world.call(seller, adsApi.archive, { query: { board_id: id } });
  expect((await add(anna, id)).body.code).toBe('gone');
});

test('the latest favourite comes first, twelve on a page, and words find it', async () => {
  const anna = await world.user();
  const ids: number[] = [];
  for (let number = 1; number <= 13; number += 1) ids.push(await publish({ board_title: `Ковёр номер ${number}` }));
  for (const id of ids) await add(anna, id);
  const first = await list(anna);
  expect(first.total).toBe(13);
  expect(first.boards.map(({ board_id }) => board_id)).toEqual(ids.slice(1).reverse());
  expect((await list(anna, { offset: 12 })).boards.map(({ board_id }) => board_id)).toEqual([ids[0]]);
  expect((await list(anna, { search: 'ковер 7' })).total).toBe(1);
  expect((await list(anna, { search: 'самовар' })).total).toBe(0);
});

test('a favourite with a word that whoever saved it hides is folded, as in every list of ads', async () => {
  const [anna, olga] = [await world.user(), await world.user()];
  const id = await publish({ board_title: 'Надувные лодки' });
  for (const who of [anna, olga]) await add(who, id);
  await world.call(anna, mutedWordsApi.add, { body: { word: 'лодка', places: ['ads'] } });
  expect((await list(anna)).boards).toMatchObject([{ board_id: id, muted_by: 'лодка', subscription_on_board: 1 }]);
  expect((await list(olga)).boards[0]).not.toHaveProperty('muted_by');
});

test('what became of a favourite is said in the list, and nobody can be reached through it any more', async () => {
  const anna = await world.user();
  const states = { sold: 'sold', disabled: 'disabled', archived: 'archived', blocked: 'gone', erased: 'gone' } as const;
  const ids = new Map<string, number>();
  for (const fate of Object.keys(states)) {
    const id = await publish({ board_title: `Часы ${fate}`, board_price: 700 });
    ids.set(fate, id);
    await add(anna, id);
  }
  const idOf = (fate: string) => ids.get(fate) ?? 0;
  await world.call(seller, adOwnerApi.setDeal, { body: { board_id: idOf('sold'), deal: 'sold' } });
  await change(idOf('disabled'), { board_enabled: 0 });
  await world.call(seller, adsApi.archive, { query: { board_id: idOf('archived') } });
  const { db } = world.services;
  await sql`update ads set blocked_at = now(), blocked_reason = 'спам' where id = ${idOf('blocked')}`.execute(db);
  await db.transaction().execute(async (tx) => {
    await emitAdEvents(world.services, tx, [{ kind: 'erased', adId: idOf('erased'), ownerId: seller.id }]);
    await sql`delete from ads where id = ${idOf('erased')}`.execute(tx);
  });

  const { boards, total } = await list(anna);
  expect(total).toBe(5);
  for (const [fate, state] of Object.entries(states)) {
    const board = boards.find(({ board_id }) => board_id === idOf(fate));
    expect(board).toMatchObject({ board_title: `Часы ${fate}`, board_price: 700, board_state: state, owner_phone: '' });
    expect(board?.board_description).toBe('');
    if (state === 'gone') expect(board).toMatchObject({ owner_firstname: '', board_user_id: 0, board_photos: [] });
  }
  expect((await list(anna, { search: 'часы erased' })).total).toBe(1);
  expect(JSON.stringify(boards)).not.toContain('спам');
});

test('of what left the lists only the title is shown and found', async () => {
  const { db } = world.services;
  const anna = await world.user();
  const ids = await Promise.all(
    [{ held_at: new Date() }, { blocked_at: new Date() }, { owner_hidden: true }, { enabled: false }].map(
      async (left) => {
        const id = await publish({ board_title: 'Тандем', board_description: 'Потайное слово' });
        await add(anna, id);
        await db.updateTable('ads').set(left).where('id', '=', id).execute();
        return id;
      },
    ),
  );
  expect((await list(anna, { search: 'потайное' })).total).toBe(0);
  const { boards, total } = await list(anna, { search: 'тандем' });
  expect(total).toBe(ids.length);
  const states = new Map(boards.map(({ board_id, board_state }) => [board_id, board_state]));
  expect(ids.map((id) => states.get(id))).toEqual(['disabled', 'gone', 'gone', 'disabled']);
  expect(JSON.stringify(boards)).not.toContain('Потайное');
  expect(boards.find(({ board_id }) => board_id === ids[0])).toMatchObject({ board_user_id: 0, board_photos: [] });
});

test('a favourite that was given up by mistake comes back to its place, even if the ad is gone', async () => {
  const [anna, id, later] = [await world.user(), await publish(), await publish()];
  await add(anna, id);
  await add(anna, later);
  await world.call(seller, adsApi.archive, { query: { board_id: id } });
  await remove(anna, id);
  expect((await add(anna, id)).statusCode).toBe(200);
  expect((await list(anna)).boards.map(({ board_id }) => board_id)).toEqual([later, id]);
});

test('parallel changes by fifty people leave exact counts', async () => {
  const id = await publish();
  const people = await Promise.all(Array.from({ length: 50 }, () => world.user()));
  await Promise.all(
    Array.from({ length: rounds(80, 1000) }, (_, turn) => {
      const who = people[turn % 50] as Actor;
      return turn % 3 === 0 ? remove(who, id) : add(who, id);
    }),
  );
  const kept = await Promise.all(people.map(async (who) => (await list(who)).total));
  const expected = kept.filter((total) => total === 1).length;
  const own = (await world.call(seller, adsApi.get, { params: { id } })).body;
  expect(own.board_favorites).toBe(expected);
  const { days } = (await world.call(seller, adOwnerApi.stats, { params: { id } })).body;
  expect(days.reduce((sum, day) => sum + day.favorites, 0)).toBe(expected);
});

test('who muted the seller, or is kept apart by a block, keeps the ad and hears nothing of it', async () => {
  const [anna, olga, owner] = [await world.user(), await world.user(), await world.user({ paid: true })];
  const body = { board_title: 'Самокат', board_description: 'Новый', board_price: 9000 };
  const id = (await world.call(owner, adsApi.create, { body })).body.board_id;
  for (const who of [anna, olga]) await add(who, id);
  await world.call(anna, circleApi.mute, { params: { id: owner.id }, body: {} });
  await world.call(owner, circleApi.block, { params: { id: olga.id } });
  await world.call(owner, adsApi.edit, { body: { ...body, board_id: id, board_price: 5000 } });
  await tellNews();
  for (const who of [anna, olga]) {
    expect(await bellsOf(who)).toEqual([]);
    expect(await emailsTo(world, mailOf(who))).toEqual([]);
    expect((await list(who)).total).toBe(1);
  }
});

test('a lower price rings once and is written about once a day to everyone who keeps the ad', async () => {
  const [anna, olga, id] = [await world.user(), await world.user(), await publish({ board_price: 9000 })];
  await add(anna, id);
  await change(id, { board_price: 8000 });
  await tellNews();
  await tellNews();
  expect(await bellsOf(anna)).toEqual([{ kind: 'price_drop' }]);
  expect(await bellsOf(olga)).toEqual([]);
  const letters = await emailsTo(world, mailOf(anna));
  expect(letters).toMatchObject([
    { template: 'price_drop', values: { title: 'Велосипед', before: 9000, price: 8000 } },
  ]);
  expect(letters[0]).toHaveProperty('unsubscribe', expect.stringContaining('/unsubscribe?token=f.'));

  await change(id, { board_price: 7000 });
  await tellNews();
  const { list: bell } = (await world.call(anna, notificationsApi.list, { query: { mark: 0 } })).body;
  expect(bell[0]?.text).toMatch(/теперь 7\s000/);
  expect(bell[0]?.meta.user).toMatchObject({ id: seller.id });
  expect(await emailsTo(world, mailOf(anna))).toHaveLength(1);
});

test('emails about favourites can be switched off and on; the bell rings all the same', async () => {
  const anna = await world.user();
  const setLetters = async (favorites: 0 | 1) =>
    (await world.call(anna, searchesApi.changeEmailPreferences, { body: { favorites } })).body;
  expect((await world.call(anna, searchesApi.emailPreferences)).body).toEqual({ favorites: 1 });
  for (let time = 0; time < 2; time += 1) expect(await setLetters(0)).toEqual({ favorites: 0 });
  expect((await world.call(anna, searchesApi.emailPreferences)).body).toEqual({ favorites: 0 });
  const id = await publish();
  await add(anna, id);
  await change(id, { board_price: 100 });
  await tellNews();
  expect(await bellsOf(anna)).toHaveLength(1);
  expect(await emailsTo(world, mailOf(anna))).toEqual([]);
  expect(await setLetters(1)).toEqual({ favorites: 1 });
  await change(id, { board_price: 90 });
  await tellNews();
  expect(await emailsTo(world, mailOf(anna))).toHaveLength(1);
});

test('a higher price, a price that is no longer stated and a price that only swings are no news', async () => {
  const [anna, id] = [await world.user(), await publish({ board_price: 9000 })];
  await add(anna, id);
  await change(id, { board_price: 9500 });
  await change(id, { board_price: 0 });
  await tellNews();
  expect(await bellsOf(anna)).toEqual([]);
  await change(id, { board_price: 9000 });
  await change(id, { board_price: 8500 });
  await change(id, { board_price: 9000 });
  await change(id, { board_price: 8500 });
  await tellNews();
  expect(await bellsOf(anna)).toHaveLength(1);
});

test('an ad that is on sale again is told to those who keep it', async () => {
  const [anna, id] = [await world.user(), await publish()];
  await add(anna, id);
  await world.call(seller, adOwnerApi.setDeal, { body: { board_id: id, deal: 'sold' } });
  await tellNews();
  expect(await bellsOf(anna)).toEqual([]);
  await world.call(seller, adOwnerApi.setDeal, { body: { board_id: id, deal: 'open' } });
  await tellNews();
  expect(await bellsOf(anna)).toEqual([{ kind: 'back_on_sale' }]);
  expect(await emailsTo(world, mailOf(anna))).toMatchObject([{ template: 'back_on_sale' }]);
});

const keeper = (n: number) => sampleUser(`keeper${n}`, `+7911${1_000_000 + n}`);

test('ten thousand people who keep an ad are all told once, also when the telling is cut short', {
  tags: ['long'],
}, async () => {
  const { db } = world.services;
  const id = await publish({ board_title: 'Редкая ваза' });
  await db.transaction().execute((tx) =>
    insertDemoUsers(
      tx,
      Array.from({ length: 10_000 }, (_, n) => keeper(n)),
    ),
  );
  await sql`
    insert into favorites (user_id, ad_id) select id, ${id} from users where login like 'keeper%'`.execute(db);
  await change(id, { board_price: 100 });
  const { rows } = await sql<{ id: number }>`select id from favorite_events where ad_id = ${id}`.execute(db);
  const newsId = rows[0]?.id ?? 0;
  await Promise.all([
    notifyFavoriters.run(world.services, { news_id: newsId }),
    notifyFavoriters.run(world.services, { news_id: newsId }),
  ]);
  await notifyFavoriters.run(world.services, { news_id: newsId });
  const { rows: counts } = await sql<{ bells: number; people: number; letters: number }>`
    select count(*)::int as bells, count(distinct user_id)::int as people,
      (select count(*)::int from graphile_worker._private_jobs where payload ->> 'to' like 'keeper%') as letters
    from notifications where board_id = ${id}`.execute(db);
  expect(counts).toEqual([{ bells: 10_000, people: 10_000, letters: 10_000 }]);
});

test('an erased person leaves no favourites behind, nor titles in those of others', async () => {
  const { db } = world.services;
  const [anna, leaver] = [await world.user(), await world.user({ paid: true })];
  const body = { board_title: 'Тайна', board_description: 'Личная', board_price: 1 };
  const { board_id } = (await world.call(leaver, adsApi.create, { body })).body;
  const other = await publish();
  await add(anna, board_id);
  await add(leaver, other);
  await db.transaction().execute(async (tx) => {
    await emit(world.services, tx, { type: 'user.erasing', userId: leaver.id });
    await eraseUserData(world.services, tx, leaver.id);
  });
  expect(await list(anna)).toEqual({ total: 0, boards: [] });
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from favorites where user_id = ${leaver.id})
      + (select count(*) from erased_favorites where owner_id = ${leaver.id}) as left`.execute(db);
  expect(rows).toEqual([{ left: 0 }]);
});

test('what was given up is deleted after a day', async () => {
  const { db } = world.services;
  const [anna, id] = [await world.user(), await publish()];
  await add(anna, id);
  await remove(anna, id);
  await sql`update favorites set removed_at = now() - interval '25 hours' where user_id = ${anna.id}`.execute(db);
  await sweepFavorites.run(world.services, {});
  const { rows } = await sql`select from favorites where user_id = ${anna.id}`.execute(db);
  expect(rows).toEqual([]);
});
