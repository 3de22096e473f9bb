import { ownAdsApi } from '@app/contract/market/own-ads';
import { circleApi } from '@app/contract/people/circle';
import { mutedWordsApi } from '@app/contract/people/muted-words';
import { usersApi } from '@app/contract/people/users';
import { nearApi } from '@app/contract/publishing/near';
import { publicationsApi } from '@app/contract/publishing/publications';
import { placesApi } from '@app/contract/reference/places';
import { referenceApi } from '@app/contract/reference/reference';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { type DemoAd, insertDemoAds } from '../../market/ads/ads.public.ts';
import { insertDemoCircle } from '../../people/circle/demo-circle.public.ts';
import { insertDemoPublications } from '../publications/publications.public.ts';

const DAY_MS = 86_400_000;

interface CityIds {
  city_id: number;
  country_id: number;
}

let world: World;
let kazan: CityIds;
let yoshkarOla: CityIds;
let samara: CityIds;
let moment = Date.now() - DAY_MS;
let author: Actor;
/** Each test begins below all that others published. */
let floor: string;

beforeAll(async () => {
  world = await createWorld();
  [kazan, yoshkarOla, samara] = await Promise.all([cityOf('Казань'), cityOf('Йошкар-Ола'), cityOf('Самара')]);
});
afterAll(() => world.close());
beforeEach(async () => {
  moment += 1000;
  floor = `${moment}000.p.1`;
  author = await world.user({ ...kazan, paid: true });
});

async function cityOf(search: string): Promise<CityIds> {
  const [place] = (await world.call(null, placesApi.suggest, { query: { search } })).body.places;
  return { city_id: place?.id ?? 0, country_id: place?.country_id ?? 0 };
}

const nextMoment = (): Date => {
  moment += 1000;
  return new Date(moment);
};

async function publish(who: Actor, change: object = {}): Promise<string> {
  const row = { user_id: who.id, description: 'Закат', file_ids: [], published_at: nextMoment(), ...change };
  const [id] = await world.services.db.transaction().execute((tx) => insertDemoPublications(tx, [row]));
  return `p${id}`;
}

async function offer(who: Actor, change: Partial<DemoAd> = {}): Promise<string> {
  const row: DemoAd = {
    owner_id: who.id,
    title: 'Самовар',
    description: 'Медный',
    price_roubles: 900,
    category_id: null,
    ...kazan,
    created_at: nextMoment(),
    image_ids: [],
    ...change,
  };
  const [id] = await world.services.db.transaction().execute((tx) => insertDemoAds(tx, [row]));
  return `a${id}`;
}

const near = async (who: Actor | null, query: object = {}) => {
  const { statusCode, body } = await world.call(who, nearApi.list, {
    query: { city_id: kazan.city_id, size: 30, ...query },
  });
  expect({ statusCode, code: body.code }).toEqual({ statusCode: 200, code: undefined });
  return body;
};
type Page = Awaited<ReturnType<typeof near>>;
const keyOf = ({ publication, board }: Page['list'][number]): string =>
  publication === undefined ? `a${board?.board_id}` : `p${publication.publish_id}`;

const isNew = ({ cursor }: Page['list'][number]): boolean => Number(cursor.split('.')[0]) > Number(floor.split('.')[0]);

/** What a reader finds of what this test published, from page to page. */
async function readAll(who: Actor | null, query: object = {}, between: () => Promise<unknown> = async () => {}) {
  const keys: string[] = [];
  let after: string | null = null;
  do {
    const page: Page = await near(who, { ...query, ...(after !== null && { after }) });
    const fresh = page.list.filter(isNew);
    keys.push(...fresh.map(keyOf));
    after = fresh.length < page.list.length ? null : page.next;
    await between();
  } while (after !== null);
  return keys;
}

describe('what is near', () => {
  test('publications and ads of the chosen city only, and with a radius of those around it, newest first', async () => {
    const neighbour = await world.user({ ...yoshkarOla, paid: true });
    const far = await world.user({ ...samara, paid: true });
    const nowhere = await world.user({ paid: true });
    const a = await offer(author);
    const b = await publish(neighbour);
    const c = await publish(author);
    await publish(far);
    await offer(far, samara);
    await publish(nowhere);
    await offer(nowhere, { city_id: null, country_id: null });
    const d = await offer(neighbour, yoshkarOla);
    const e = await publish(author);
    expect(await readAll(null)).toEqual([e, c, a]);
    expect(await readAll(null, { radius: 25 })).toEqual([e, c, a]);
    expect(await readAll(null, { radius: 200 })).toEqual([e, d, c, b, a]);
    expect(await readAll(null, { radius: 200, size: 1 })).toEqual([e, d, c, b, a]);
    expect(await readAll(null, { city_id: yoshkarOla.city_id })).toEqual([d, b]);
  });

  test('a district is what owners and authors call it, whatever the case, and gives way to a radius', async () => {
    const neighbour = await world.user({ ...kazan, paid: true });
    await world.call(neighbour, usersApi.change, { params: { id: neighbour.id }, body: { district: 'Зелёный Бор' } });
    await publish(author);
    const a = await offer(author, { district: 'зеленый бор' });
    await offer(author, { district: 'Вахитовский' });
    const b = await publish(neighbour);
    await offer(author, { ...samara, district: 'Зелёный Бор' });
    expect(await readAll(null, { district: 'ЗЕЛЁНЫЙ БОР' })).toEqual([b, a]);
    expect(await readAll(null, { district: 'Зелёный Бор', size: 1 })).toEqual([b, a]);
    expect(await readAll(null, { district: 'Зелёный' })).toEqual([]);
    expect((await readAll(null, { district: 'Зелёный Бор', radius: 10 })).length).toBe(4);
    const above = { above: floor, city_id: kazan.city_id, district: 'Зелёный Бор' };
    expect((await world.call(null, nearApi.newer, { query: above })).body.newer).toBe(2);
    await world.call(neighbour, usersApi.change, { params: { id: neighbour.id }, body: { district: '' } });
    expect(await readAll(null, { district: 'Зелёный Бор' })).toEqual([b, a]);
  });

  test('a publication lies where its author lived when it came out', async () => {
    const made = async () =>
      `p${(await world.call(author, publicationsApi.addText, { body: { publish_description: 'Слово' } })).body.publish_id}`;
    const first = await made();
    await world.services.db
      .updateTable('users')
      .set({ ...samara, district: 'Ленинский' })
      .where('id', '=', author.id)
      .execute();
    const second = await made();
    expect(await readAll(null)).toEqual([first]);
    expect(await readAll(null, { city_id: samara.city_id, district: 'ленинский' })).toEqual([second]);
    await world.call(author, publicationsApi.remove, { body: { publish_id: Number(first.slice(1)) } });
    expect(await readAll(null)).toEqual([]);
  });

  test('each says where it is and how far', async () => {
    const neighbour = await world.user({ ...yoshkarOla, paid: true });
    await publish(neighbour);
    await offer(neighbour, yoshkarOla);
    const { place, list } = await near(null, { radius: 200, size: 2 });
    expect(place).toMatchObject({ kind: 'city', id: kazan.city_id, name: 'Казань' });
    const [ad, publication] = list;
    expect(publication).toMatchObject({ city: { id: yoshkarOla.city_id, name: 'Йошкар-Ола' } });
    expect(publication?.distance).toBeGreaterThan(100);
    expect(ad?.board?.board_distance).toBe(publication?.distance);
  });

  test('when a city is removed, its publications move with everything else to the one in its place', async () => {
    const staff = await world.user({ groups: ['manager'] });
    const { rows } = await world.services.pool.query<{ id: number }>(
      `insert into cities (country_id, name_en, name_native, search_names) values ($1, 'Village', 'Деревня', 'деревня') returning id`,
      [kazan.country_id],
    );
    const village = rows[0]?.id ?? 0;
    const villager = await world.user({ country_id: kazan.country_id, city_id: village, paid: true });
    const key = await publish(villager);
    const gone = await world.call(staff, referenceApi.removeCity, {
      query: { id: village, replacement: kazan.city_id },
    });
    expect(gone.statusCode).toBe(200);
    expect(await readAll(null)).toEqual([key]);
  });

  test('a place that there is not, a cursor of another form and a radius beyond the limits are refused', async () => {
    const status = async (query: object) =>
      (await world.call(null, nearApi.list, { query: query as { city_id: number } })).statusCode;
    const { city_id } = kazan;
    expect(await status({ city_id: 999_999_999 })).toBe(404);
    expect(await status({})).toBe(400);
    for (const wrong of [{ after: '1.1' }, { after: '1.x.1' }, { radius: 0 }, { radius: 501 }, { size: 31 }])
      expect(await status({ city_id, ...wrong })).toBe(400);
    expect(await status({ city_id, after: '9999999999999999.p.999999999999999' })).toBe(200);
  });
});

describe('who is shown what', () => {
  test('friends and relatives are shown what is for them, strangers and guests are not, and nobody what is for its author', async () => {
    const [friend, relative, stranger] = await Promise.all([world.user(), world.user(), world.user()]);
    await world.services.db.transaction().execute((tx) =>
      insertDemoCircle(tx, {
        friendships: [friend, relative].map(({ id }) => ({ between: [author.id, id], since: new Date() })),
        relatives: [{ userId: author.id, friendId: relative.id }],
      }),
    );
    const open = [await publish(author), await offer(author)];
    const forFriends = [await publish(author, { audience: 'friends' }), await offer(author, { audience: 'friends' })];
    const forRelatives = [await publish(author, { audience: 'fams' }), await offer(author, { audience: 'fams' })];
    await publish(author, { audience: 'me' });
    const shown = async (who: Actor | null) => (await readAll(who)).toReversed();
    expect(await shown(null)).toEqual(open);
    expect(await shown(stranger)).toEqual(open);
    expect(await shown(friend)).toEqual([...open, ...forFriends]);
    expect(await shown(relative)).toEqual([...open, ...forFriends, ...forRelatives]);
    expect(await shown(author)).toEqual([...open, ...forFriends, ...forRelatives]);
  });

  test('a block in either direction and a mute hide both kinds', async () => {
    const [reader, rude, loud] = await Promise.all([
      world.user(),
      world.user({ ...kazan, paid: true }),
      world.user({ ...kazan, paid: true }),
    ]);
    for (const who of [author, rude, loud]) {
      await publish(who);
      await offer(who);
    }
    expect(await readAll(reader)).toHaveLength(6);
    await world.call(reader, circleApi.block, { params: { id: author.id } });
    await world.call(rude, circleApi.block, { params: { id: reader.id } });
    await world.call(reader, circleApi.mute, { params: { id: loud.id }, body: { seconds: 3600 } });
    expect(await readAll(reader)).toEqual([]);
    expect(await readAll(null)).toHaveLength(6);
  });

  test('what is withheld, switched off, sold, archived or of somebody away or suspended is not near', async () => {
    const key = await publish(author);
    const set = async (change: object) => {
      await world.services.db
        .updateTable('publications')
        .set(change)
        .where('id', '=', Number(key.slice(1)))
        .execute();
      return (await readAll(author)).length;
    };
    const none = { held_at: null, blocked_at: null, author_hidden: false };
    expect(await set(none)).toBe(1);
    for (const change of [{ held_at: new Date() }, { blocked_at: new Date() }, { author_hidden: true }])
      expect(await set({ ...none, ...change })).toBe(0);
    const drafts = world.services.db.insertInto('publications');
    await drafts.values({ user_id: author.id, description: 'Черновик' }).execute();
    for (const change of [
      { enabled: false },
      { deal: 'sold' as const },
      { archived_at: new Date() },
      { held_at: new Date() },
      { blocked_at: new Date() },
    ])
      await offer(author, change);
    expect(await readAll(author)).toEqual([]);
    const ad = await offer(author);
    expect(await readAll(null)).toEqual([ad]);
    await world.call(author, ownAdsApi.setVacation, { body: { on: 1 } });
    expect(await readAll(null)).toEqual([]);
  });

  test('what has a muted word comes folded, with the word named', async () => {
    const reader = await world.user();
    await publish(author, { description: 'Закат над рекой' });
    await offer(author);
    for (const word of ['закат', 'самовар'])
      await world.call(reader, mutedWordsApi.add, { body: { word, places: ['feed', 'ads'], seconds: 0 } });
    const [ad, publication] = (await near(reader, { size: 2 })).list;
    expect(publication?.publication?.muted_by).toBe('закат');
    expect(ad?.board?.muted_by).toBe('самовар');
  });
});

describe('reading on', () => {
  test('whatever is published meanwhile, nothing comes twice and nothing is left out', async () => {
    const keys: string[] = [];
    for (let i = 0; i < 12; i++) keys.unshift(i % 3 === 0 ? await offer(author) : await publish(author));
    for (const size of [1, 2, 5]) {
      let published = 0;
      const seen = await readAll(null, { size }, async () => {
        published += 1;
        await (published % 2 === 0 ? offer(author) : publish(author));
      });
      expect(seen).toEqual(await readAll(null).then((all) => all.slice(published)));
      expect(seen.slice(-12)).toEqual(keys);
    }
  });

  test('publications and ads of one and the same moment come once each', async () => {
    const at = nextMoment();
    const keys: string[] = [];
    for (let i = 0; i < 3; i++)
      keys.push(await publish(author, { published_at: at }), await offer(author, { created_at: at }));
    const seen = await readAll(null, { size: 1 });
    expect(seen.toSorted()).toEqual(keys.toSorted());
    expect(await readAll(null, { size: 2 })).toEqual(seen);
    const cursors = (await near(null, { size: 6 })).list.map(({ cursor }) => cursor);
    const newer = async (above = '') =>
      (await world.call(null, nearApi.newer, { query: { city_id: kazan.city_id, above } })).body.newer;
    expect(await Promise.all(cursors.map(newer))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('a city full of what is for others makes pages short, and the next ones go on until the end', async () => {
    const old = [await offer(author), await publish(author)];
    const at = moment + 1;
    moment += 1000;
    await world.services.pool.query(
      `with made as (
        insert into publications (user_id, description, audience, state, published_at, changed_at)
        select $1, 'Для своих', 'friends', 'published', to_timestamp($2::float8 / 1000) + n * interval '1 millisecond', now()
        from generate_series(1, 100) n returning id, published_at
      ) insert into publication_places (publish_id, city_id, published_at) select id, $3, published_at from made`,
      [author.id, at, kazan.city_id],
    );
    const first = await near(null, { size: 2 });
    expect(first.list).toEqual([]);
    expect(first.next).not.toBeNull();
    expect((await readAll(null, { size: 2 })).toReversed()).toEqual(old);
    expect(await readAll(author, { size: 30 })).toHaveLength(102);
  });

  test('how many are newer is counted for the reader, up to fifty', async () => {
    const stranger = await world.user();
    await publish(author);
    const [{ cursor: above = '' } = { cursor: '' }] = (await near(null, { size: 1 })).list;
    const newer = async (who: Actor | null) =>
      (await world.call(who, nearApi.newer, { query: { city_id: kazan.city_id, above } })).body.newer;
    expect(await newer(stranger)).toBe(0);
    await publish(author, { audience: 'friends' });
    await offer(author);
    expect(await Promise.all([newer(stranger), newer(null), newer(author)])).toEqual([1, 1, 2]);
    const rows = Array.from({ length: 60 }, () => ({
      user_id: author.id,
      description: 'Ещё',
      file_ids: [],
      published_at: nextMoment(),
    }));
    await world.services.db.transaction().execute((tx) => insertDemoPublications(tx, rows));
    expect(await newer(null)).toBe(50);
  });
});
