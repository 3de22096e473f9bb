import { commentsApi } from '@app/contract/publishing/comments';
import { publicationsApi } from '@app/contract/publishing/publications';
import { COMPLAINT_HOURS, complaintsApi } from '@app/contract/trust/complaints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { insertDemoAds } from '../../market/ads/ads.public.ts';
import { erasePeople } from '../../people/auth/erase-people.job.ts';
import { insertDemoPublications } from '../../publishing/publications/publications.public.ts';

const HOUR_MS = 3_600_000;

let world: World;
let now = Date.now();
let seller: Actor;
let anna: Actor;
let igor: Actor;
let staff: Actor;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  [seller, anna, igor, staff] = await Promise.all([
    world.user({ paid: true, firstname: 'Пётр', lastname: 'Продавцов', description: 'Продаю лодки' }),
    world.user({ firstname: 'Анна', lastname: 'Лодочкина' }),
    world.user({ firstname: 'Игорь', lastname: 'Вёслов' }),
    world.user({ groups: ['manager'] }),
  ]);
});

afterAll(() => world.close());

async function newAd(owner = seller): Promise<number> {
  const row = { title: 'Лодка', description: 'Надувная', price_roubles: 5000, image_ids: [] };
  const place = { category_id: null, country_id: null, city_id: null };
  const [id = 0] = await world.services.db
    .transaction()
    .execute((tx) => insertDemoAds(tx, [{ ...row, ...place, owner_id: owner.id, created_at: new Date() }]));
  return id;
}

const complain = (who: Actor | null, body: object) => world.call(who, complaintsApi.add, { body });
const own = async (who: Actor, query: object = {}) => (await world.call(who, complaintsApi.listOwn, { query })).body;
const listed = async (who: Actor, query: object = {}) => (await world.call(who, complaintsApi.list, { query })).body;
const decide = (id: number, status: 'upheld' | 'rejected', answer?: string, who = staff) =>
  world.call(who, complaintsApi.decide, { params: { id }, body: { status, answer } });
const remove = (id: number, who = staff) => world.call(who, complaintsApi.remove, { params: { id } });
const bells = async (who: Actor) => {
  const { rows } = await sql<{ kind: string; actor_id: number | null }>`
    select kind, actor_id from notifications where user_id = ${who.id} order by id`.execute(world.services.db);
  return rows;
};
const letters = (who: Actor) => emailsTo(world, `${who.login}@example.com`);

test('the call of the specification is taken, and nobody named in it is believed', async () => {
  const ad = await newAd();
  const { statusCode, body } = await complain(anna, {
    user_id: igor.id,
    board_id: ad,
    complain_id: igor.id,
    message: 'Чужие фото',
  });
  expect({ statusCode, body }).toMatchObject({
    statusCode: 200,
    body: { complain_id: seller.id, complain_name: 'Пётр Продавцов', board_id: ad, board_name: 'Лодка' },
  });
  expect(body).toMatchObject({ reason: 'other', message: 'Чужие фото', status: 'open', answer: '' });
  expect(body).not.toHaveProperty('user_id');
  expect((await own(igor)).total).toBe(0);
});

test('a complaint is about an ad, a person or a comment, and the particular outweighs the general', async () => {
  const ad = await newAd();
  const words = { board_id: ad, message: 'Грубое слово' };
  const comment = (await world.call(igor, commentsApi.add, { body: words })).body;
  const about = async (body: object) => (await complain(anna, { reason: 'offensive', ...body })).body;
  expect(await about({ complain_id: igor.id, board_id: '' })).toMatchObject({
    complain_id: igor.id,
    board_id: null,
    board_name: '',
    comment_id: null,
    about: 'user',
  });
  expect(await about({ comment_id: comment.id, board_id: ad })).toMatchObject({
    complain_id: igor.id,
    board_id: ad,
    comment_id: comment.id,
  });
  expect(await about({ board_id: ad, complain_id: igor.id })).toMatchObject({ complain_id: seller.id, board_id: ad });
});

test('a reason or words are needed, and something to complain about', async () => {
  const ad = await newAd();
  const refused = async (body: object) => (await complain(anna, body)).body;
  expect(await refused({ board_id: ad })).toMatchObject({
    code: 'invalid_input',
    fields: { message: expect.anything() },
  });
  expect(await refused({ board_id: ad, message: '  ' })).toMatchObject({ code: 'invalid_input' });
  expect(await refused({ message: 'Всё плохо' })).toMatchObject({ code: 'invalid_input' });
  expect(await refused({ board_id: ad, reason: 'nonsense' })).toMatchObject({ code: 'invalid_input' });
  expect(await refused({ board_id: 999_999_999, reason: 'spam' })).toMatchObject({ code: 'not_found' });
  expect(await refused({ complain_id: 999_999_999, reason: 'spam' })).toMatchObject({ code: 'not_found' });
  expect(await refused({ comment_id: 999_999_999, reason: 'spam' })).toMatchObject({ code: 'not_found' });
  expect((await complain(null, { board_id: ad, reason: 'spam' })).statusCode).toBe(401);
});

test('nobody complains about themselves', async () => {
  const ad = await newAd();
  const comment = (await world.call(anna, commentsApi.add, { body: { board_id: ad, message: 'Моё' } })).body;
  for (const [who, body] of [
    [seller, { board_id: ad }],
    [anna, { complain_id: anna.id }],
    [anna, { comment_id: comment.id }],
  ] as const)
    expect((await complain(who, { ...body, reason: 'spam' })).body.code).toBe('own_complaint');
});

test('a hidden comment is out of reach of those who do not see it', async () => {
  const ad = await newAd();
  const comment = (await world.call(igor, commentsApi.add, { body: { board_id: ad, message: 'Скрытое' } })).body;
  await world.call(seller, commentsApi.hide, { body: { id: comment.id, hidden: 1 } });
  expect((await complain(anna, { comment_id: comment.id, reason: 'spam' })).body.code).toBe('not_found');
});

test('of fifty complaints at once about one thing one is open; once it is decided, a new one may be', async () => {
  const [ad, another] = [await newAd(), await newAd()];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => complain(anna, { board_id: ad, message: `Обман ${n}` })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(49).fill(409)]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.body).toMatchObject({
    code: 'complaint_open',
    message: 'Ваша жалоба уже рассматривается',
  });
  expect((await complain(anna, { board_id: another, reason: 'fraud' })).statusCode).toBe(200);
  expect((await complain(igor, { board_id: ad, reason: 'fraud' })).statusCode).toBe(200);
  const taken = answers.find(({ statusCode }) => statusCode === 200)?.body.id ?? 0;
  await decide(taken, 'rejected');
  expect((await complain(anna, { board_id: ad, message: 'Снова обман' })).statusCode).toBe(200);
});

test('the response says by when, and the bell and an email only tell the outcome', async () => {
  const person = await world.user();
  const owner = await world.user({ paid: true });
  const { body } = await complain(person, { board_id: await newAd(owner), reason: 'fraud', message: 'Обман' });
  expect(Date.parse(body.due) - Date.parse(body.timestamp)).toBe(COMPLAINT_HOURS * HOUR_MS);
  expect(await bells(person)).toEqual([]);

  expect((await decide(body.id, 'upheld', 'Объявление снято')).body).toMatchObject({ status: 'upheld' });
  expect(await bells(person)).toEqual([{ kind: 'complaint_outcome', actor_id: null }]);
  const [letter] = await letters(person);
  expect(letter).toMatchObject({
    template: 'complaint_outcome',
    values: { about: 'ad', title: 'Лодка', outcome: 'upheld', answer: 'Объявление снято' },
  });
  expect(String(letter?.values.link)).toMatch(/\/profile\/complaints$/);
  expect((await own(person)).complains).toMatchObject([{ status: 'upheld', answer: 'Объявление снято' }]);
  expect(await bells(owner)).toEqual([]);
  expect(await letters(owner)).toEqual([]);
});

test('of fifty decisions at once one counts, and one email goes out', async () => {
  const person = await world.user();
  const { id } = (await complain(person, { board_id: await newAd(), reason: 'spam' })).body;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (n % 5 ? decide(id, n % 2 ? 'upheld' : 'rejected') : remove(id))),
  );
  const decided = answers.filter(({ statusCode, body }) => statusCode === 200 && 'status' in body);
  expect(decided.length).toBeLessThanOrEqual(1);
  expect(answers.filter(({ body }) => body.code === 'internal')).toEqual([]);
  expect(await letters(person)).toHaveLength(1);
  expect((await bells(person)).filter(({ kind }) => kind === 'complaint_outcome')).toHaveLength(1);
});

test('an open complaint that staff delete counts as looked at', async () => {
  const person = await world.user();
  const { id } = (await complain(person, { board_id: await newAd(), reason: 'outdated' })).body;
  expect((await remove(id)).body).toEqual({ id });
  expect((await remove(id)).body.code).toBe('not_found');
  expect((await decide(id, 'upheld')).body.code).toBe('not_found');
  expect((await bells(person)).map(({ kind }) => kind)).toEqual(['complaint_outcome']);
  expect((await letters(person)).map(({ values }) => values.outcome)).toEqual(['rejected']);
  expect((await own(person)).complains).toMatchObject([{ id, status: 'rejected' }]);
});

test('staff see what the thing said when somebody complained, whatever it says now', async () => {
  const ad = await newAd();
  const { id } = (await complain(anna, { board_id: ad, reason: 'fraud' })).body;
  await world.services.db
    .updateTable('ads')
    .set({ title: 'Яхта', description: 'Честно' })
    .where('id', '=', ad)
    .execute();
  const find = async () => (await listed(staff, { size: 100 })).complains.find((one) => one.id === id);
  const evidence = { title: 'Лодка', text: 'Надувная' };
  expect(await find()).toMatchObject({ evidence, board_name: 'Лодка', user_id: anna.id, user_name: 'Анна Лодочкина' });
  await world.services.db.deleteFrom('ads').where('id', '=', ad).execute();
  expect(await find()).toMatchObject({ evidence, board_id: null, complain_id: seller.id });
});

test('open complaints come first, the shortest time left at the top; then the decided, the latest first', async () => {
  const person = await world.user({ lastname: 'Порядкова' });
  const ids: number[] = [];
  for (let n = 0; n < 4; n++) {
    now += HOUR_MS;
    ids.push((await complain(person, { board_id: await newAd(), message: 'По порядку' })).body.id);
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = ids;
  await decide(first, 'upheld');
  await decide(third, 'rejected');
  const found = async (query: object = {}) =>
    (await listed(staff, { search: 'Порядкова', ...query })).complains.map(({ id }) => id);
  expect(await found()).toEqual([second, fourth, third, first]);
  expect(await found({ size: 2, offset: 1 })).toEqual([fourth, third]);
  expect(await found({ status: 'open' })).toEqual([second, fourth]);
  expect((await listed(staff, { search: 'Порядкова' })).total).toBe(4);
  expect((await listed(staff, { search: '%_\\' })).total).toBe(0);
});

test('staff do not read who complained about them; a superuser does', async () => {
  const manager = await world.user({ groups: ['manager'] });
  const superuser = await world.user({ is_superuser: true });
  const { id } = (await complain(anna, { complain_id: manager.id, reason: 'offensive' })).body;
  const sees = async (who: Actor) => (await listed(who, { size: 100 })).complains.some((one) => one.id === id);
  expect([await sees(manager), await sees(staff), await sees(superuser)]).toEqual([false, true, true]);
  expect((await decide(id, 'rejected', '', manager)).body.code).toBe('not_found');
  expect((await remove(id, manager)).body.code).toBe('not_found');
});

test('lists and decisions are for staff, one’s own complaints for oneself', async () => {
  const { id } = (await complain(anna, { board_id: await newAd(), reason: 'spam' })).body;
  expect((await world.call(anna, complaintsApi.list)).statusCode).toBe(403);
  expect((await decide(id, 'upheld', '', anna)).statusCode).toBe(403);
  expect((await remove(id, anna)).statusCode).toBe(403);
  expect((await own(igor)).complains.some((one) => one.id === id)).toBe(false);
  expect((await own(anna, { size: 1 })).complains.map((one) => one.id)).toEqual([id]);
});

test('with a person everything goes that they complained about', async () => {
  const { db } = world.services;
  const person = await world.user();
  const { id } = (await complain(person, { board_id: await newAd(), reason: 'spam' })).body;
  const about = (await complain(anna, { complain_id: person.id, reason: 'fraud' })).body;
  await decide(about.id, 'upheld');
  const open = (await complain(staff, { complain_id: person.id, reason: 'spam' })).body;
  const longAgo = new Date(now - 31 * 24 * HOUR_MS);
  await db.updateTable('users').set({ deleted_at: longAgo }).where('id', '=', person.id).execute();
  await erasePeople.run(world.services, {});
  const left = (await listed(staff, { size: 100 })).complains;
  expect(left.some((one) => one.id === id)).toBe(false);
  for (const one of [about, open]) {
    expect(left.find(({ id }) => id === one.id)?.evidence).toEqual({ title: '', text: '' });
  }
  expect((await own(anna)).complains.find((one) => one.id === about.id)?.complain_name).toBe('Пользователь удалён');
});

test('one key complains once', async () => {
  const body = { board_id: await newAd(), reason: 'spam' } as const;
  const send = () =>
    world.call(anna, complaintsApi.add, { body, headers: { 'idempotency-key': `about-${body.board_id}` } });
  const [first, second] = [await send(), await send()];
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(second.body.id).toBe(first.body.id);
});

describe('about publications', () => {
  async function publish(change: object = {}): Promise<number> {
    const row = {
      user_id: seller.id,
      description: 'Реклама причала',
      file_ids: [],
      published_at: new Date(),
      ...change,
    };
    const [id = 0] = await world.services.db.transaction().execute((tx) => insertDemoPublications(tx, [row]));
    return id;
  }

  test('what it says is kept as evidence, though it is deleted before staff look', async () => {
    const publish_id = await publish();
    const { statusCode, body } = await world.call(anna, complaintsApi.add, { body: { publish_id, reason: 'spam' } });
    expect(statusCode).toBe(200);
    expect(body).toMatchObject({ about: 'publication', publish_id, complain_id: seller.id });
    await world.call(seller, publicationsApi.remove, { body: { publish_id } });
    const { complains } = (await world.call(staff, complaintsApi.list, { query: { size: 100 } })).body;
    expect(complains.find(({ id }) => id === body.id)).toMatchObject({
      publish_id,
      evidence: { title: 'Реклама причала', text: 'Реклама причала', files: [] },
    });
  });

  test('a comment under one is complained of by itself', async () => {
    const publish_id = await publish();
    const said = await world.call(anna, publicationsApi.addComment, { body: { publish_id, message: 'Ерунда' } });
    const body = { publish_comment_id: said.body.id, reason: 'offensive' as const };
    expect((await world.call(anna, complaintsApi.add, { body })).body.code).toBe('own_complaint');
    expect((await world.call(seller, complaintsApi.add, { body })).body).toMatchObject({
      about: 'publication_comment',
      publish_id,
      publish_comment_id: said.body.id,
      complain_id: anna.id,
    });
  });

  test('whoever speaks of rights names their holder', async () => {
    const publish_id = await publish();
    const complain = (more: object) =>
      world.call(anna, complaintsApi.add, { body: { publish_id, reason: 'copyright' as const, ...more } });
    expect(await complain({})).toMatchObject({ statusCode: 400, body: { fields: { holder: expect.any(String) } } });
    expect((await complain({ holder: 'Студия «Берег»' })).body).toMatchObject({ holder: 'Студия «Берег»' });
  });

  test('what one may not see cannot be complained of', async () => {
    const publish_id = await publish({ audience: 'friends' });
    const { body } = await world.call(anna, complaintsApi.add, { body: { publish_id, reason: 'spam' } });
    expect(body.code).toBe('not_found');
  });
});
