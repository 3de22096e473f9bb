import { adsApi } from '@app/contract/market/ads';
import { SAVED_SEARCHES_MAX, type SearchFilters, searchesApi } from '@app/contract/market/searches';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { referenceApi } from '@app/contract/reference/reference';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { applySearchChanges } from '../../platform/search/vocabulary.ts';
import { matchSearches } from './match-searches.job.ts';
import { sendSearchEmails } from './search-emails.job.ts';

let world: World;
let seller: Actor;
let kazan: { country: number; city: number };
let transport: number;

beforeAll(async () => {
  world = await createWorld();
  seller = await world.user({ paid: true });
  const { countries } = (await world.call(null, referenceApi.listCountries)).body;
  const country = countries.find(({ name_native }) => name_native === 'Россия')?.id ?? 0;
  const found = await world.call(null, referenceApi.listCities, { query: { country, search: 'Казань' } });
  kazan = { country, city: found.body.cities[0]?.id ?? 0 };
  const { categories } = (await world.call(null, referenceApi.listCategories)).body;
  transport = categories.find(({ name_native }) => name_native === 'Транспорт')?.id ?? 0;
});
afterAll(() => world.close());

type Filters = Partial<SearchFilters> & { letters?: 0 | 1 };
const save = async (who: Actor, body: Filters) => (await world.call(who, searchesApi.save, { body })).body;
const list = async (who: Actor) => (await world.call(who, searchesApi.list)).body.searches;
const mailOf = (who: Actor) => `${who.login}@example.com`;

async function publish(fields: object = {}, who = seller): Promise<number> {
  const body = { board_title: 'Ад', board_description: 'Описание', board_price: 9000, ...fields };
  return (await world.call(who, adsApi.create, { body })).body.board_id;
}
const match = (ad_id: number) => matchSearches.run(world.services, { ad_id });
const sendLetters = (who: Actor) => sendSearchEmails.run(world.services, { user_id: who.id });

async function bellsOf(who: Actor): Promise<{ text: string; link: string }[]> {
  return (await world.call(who, notificationsApi.list, { query: { mark: 0 } })).body.list;
}

test('a saved search says what it looks for as people would, and where its list is', async () => {
  const anna = await world.user();
  const saved = await save(anna, {
    search: 'велосипед',
    category_id: transport,
    country_id: kazan.country,
    city_id: kazan.city,
    price_to: 20_000,
    photo: 1,
  });
  expect(saved.name.replaceAll(/\s/g, ' ')).toBe('Велосипед, Транспорт, Казань, до 20 000 ₽, с фото');
  expect(saved.href).toBe(
    `/?category=${transport}&country=${kazan.country}&city=${kazan.city}&search=%D0%B2%D0%B5%D0%BB%D0%BE%D1%81%D0%B8%D0%BF%D0%B5%D0%B4&price_to=20000&photo=1`,
  );
  expect(saved).toMatchObject({ letters: 1, fresh: 0 });
  const { body } = await world.call(anna, searchesApi.list, { headers: { 'accept-language': 'en' } });
  expect(body.searches[0]?.name).toMatch(/, Kazan, up to 20,000 ₽, with a photo$/);
});

test('the same search again is the first one, however it is spelt', async () => {
  const anna = await world.user();
  const first = await save(anna, { search: 'Ёлка живая', price_from: 100, price_to: 50 });
  const again = await save(anna, { search: 'елка  живая', price_from: 50, price_to: 100, photo: 0, radius: 50 });
  expect(again.id).toBe(first.id);
  expect(await list(anna)).toHaveLength(1);
});

test('a search for everything, or in a place that does not exist, is not saved', async () => {
  const anna = await world.user();
  for (const body of [{}, { search: '...' }, { radius: 50, photo: 0 as const }, { city_id: 999_999_999 }]) {
    expect((await world.call(anna, searchesApi.save, { body })).body.code).toBe('invalid_input');
  }
  expect((await world.call(null, searchesApi.save, { body: { search: 'а' } })).body.code).toBe('unauthorized');
});

test('mistyped words are saved as what was really searched', async () => {
  const anna = await world.user();
  await publish({ board_title: 'Аккордеон Вельтмейстер' });
  await applySearchChanges(world.services.pool);
  expect((await save(anna, { search: 'frrjhltjy' })).name.toLowerCase()).toContain('аккордеон');
});

test('fifty searches fit, also when sixty are saved at once', async () => {
  const anna = await world.user();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => world.call(anna, searchesApi.save, { body: { search: `слово ${n}` } })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(SAVED_SEARCHES_MAX);
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'searches_full']));
  expect(await list(anna)).toHaveLength(SAVED_SEARCHES_MAX);
});

test('a matching ad rings and is written about once; the owner of the ad and other searches hear nothing', async () => {
  const [anna, olga] = [await world.user(), await world.user()];
  const wanted = { search: 'самовар', price_to: 10_000 };
  const mine = await save(anna, wanted);
  await save(olga, { search: 'самовар', price_to: 100 });
  await save(seller, wanted);
  const id = await publish({ board_title: 'Самовары тульские', board_price: 9000 });
  await Promise.all([match(id), match(id)]);
  await match(id);

  const [bell, ...rest] = await bellsOf(anna);
  expect(rest).toEqual([]);
  expect(bell).toMatchObject({
    link: `${mine.href}#saved-${mine.id}`,
    text: expect.stringContaining('Самовары тульские'),
  });
  expect(await bellsOf(olga)).toEqual([]);
  expect(await bellsOf(seller)).toEqual([]);
  expect((await list(anna))[0]?.fresh).toBe(1);

  await Promise.all([sendLetters(anna), sendLetters(anna)]);
  const letters = await emailsTo(world, mailOf(anna));
  expect(letters).toMatchObject([
    {
      template: 'saved_search',
      values: { count: 1, title: 'Самовары тульские', link: expect.stringContaining(`${mine.href}#saved-${mine.id}`) },
      items: [{ title: 'Самовары тульские', link: expect.stringContaining(`/ad/${id}`) }],
      unsubscribe: expect.stringContaining('/unsubscribe?token=s.'),
    },
  ]);
});

test('publishing queues the search for those who wait, and an email leaves within a minute', async () => {
  const anna = await world.user();
  await save(anna, { search: 'граммофон' });
  const id = await publish({ board_title: 'Граммофон' });
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from graphile_worker.jobs where key = ${`match-searches:${id}`}`.execute(
    world.services.db,
  );
  expect(rows[0]?.count).toBe(1);
  await match(id);
  const due = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
    where key = ${`send-search-emails:${anna.id}`}`.execute(world.services.db);
  expect(due.rows).toHaveLength(1);
  expect(due.rows[0]?.seconds).toBeLessThan(45);
});

test('several ads in a short time share one email', async () => {
  const anna = await world.user();
  await save(anna, { search: 'патефон' });
  for (const title of ['Патефон первый', 'Патефон второй', 'Патефон третий'])
    await match(await publish({ board_title: title }));
  await sendLetters(anna);
  const letters = await emailsTo(world, mailOf(anna));
  expect(letters).toHaveLength(1);
  expect(letters[0]?.values.count).toBe(3);
  expect(await bellsOf(anna)).toHaveLength(1);
});

test('each filter narrows what is told', async () => {
  const anna = await world.user();
  const place = { category: transport, country: kazan.country, city: kazan.city };
  const wanted: Filters[] = [
    { category_id: transport },
    { city_id: kazan.city },
    { city_id: kazan.city, radius: 100 },
    { country_id: kazan.country, price_from: 500, price_to: 900 },
    { search: 'планер', days: 1 },
    { search: 'планер', photo: 1 },
    { category_id: transport, price_from: 5000 },
    { city_id: kazan.city, district: 'приволжский посёлок' },
  ];
  const saved: number[] = [];
  for (const filters of wanted) saved.push((await save(anna, filters)).id);
  const told = async (fields: object) => {
    const id = await publish(fields);
    await match(id);
    const { rows } = await sql<{ search_id: number }>`
      select search_id from saved_search_matches where ad_id = ${id} order by search_id`.execute(world.services.db);
    return rows.map(({ search_id }) => saved.indexOf(search_id));
  };
  expect(await told({ ...place, board_title: 'Планер', board_price: 700 })).toEqual([0, 1, 2, 3, 4]);
  const there = { ...place, board_district: 'Приволжский Поселок', board_price: 1 };
  expect(await told({ ...there, board_title: 'Буер' })).toEqual([0, 1, 2, 7]);
  expect(await told({ ...there, board_district: 'Горки', board_title: 'Кайт' })).toEqual([0, 1, 2]);
  expect(await told({ board_title: 'Планёры', board_price: 700 })).toEqual([4]);
  expect(await told({ category: transport, board_title: 'Лодка', board_price: 6000 })).toEqual([0, 6]);
  expect(await told({ country: kazan.country, board_title: 'Даром', board_price: 0 })).toEqual([]);
});

test('an ad that comes into the price range is told to those who had not met it', async () => {
  const anna = await world.user();
  await save(anna, { search: 'телескоп', price_to: 5000 });
  const id = await publish({ board_title: 'Телескоп', board_price: 9000 });
  await match(id);
  expect(await bellsOf(anna)).toEqual([]);
  await world.call(seller, adsApi.edit, { body: { board_id: id, board_price: 4500 } });
  await match(id);
  await match(id);
  expect(await bellsOf(anna)).toHaveLength(1);
});

test('emails can be switched off; opening a search makes nothing new; strangers cannot touch it', async () => {
  const [anna, olga] = [await world.user(), await world.user()];
  const { id } = await save(anna, { search: 'арфа' });
  await match(await publish({ board_title: 'Арфа' }));
  const change = async (who: Actor, body: object) =>
    (await world.call(who, searchesApi.change, { params: { id }, body })).body;
  expect(await change(anna, { letters: 0 })).toMatchObject({ letters: 0, fresh: 1 });
  await sendLetters(anna);
  expect(await emailsTo(world, mailOf(anna))).toEqual([]);
  expect(await change(anna, { letters: 1, seen: 1 })).toMatchObject({ letters: 1, fresh: 0 });
  expect(await change(olga, { letters: 0 })).toMatchObject({ code: 'not_found' });
  expect((await world.call(olga, searchesApi.remove, { params: { id } })).body.code).toBe('not_found');
  expect((await world.call(anna, searchesApi.remove, { params: { id } })).body).toEqual({ id });
  expect(await list(anna)).toEqual([]);
});

test('a busy search writes a few emails in an hour, and the rest together', async () => {
  const anna = await world.user();
  await save(anna, { search: 'бубен' });
  for (let turn = 1; turn <= 6; turn += 1) {
    await match(await publish({ board_title: `Бубен ${turn}` }));
    await sendLetters(anna);
  }
  expect(await emailsTo(world, mailOf(anna))).toHaveLength(6);
  await match(await publish({ board_title: 'Бубен последний' }));
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from due_at - now())::float8 / 60 as minutes from saved_search_emails
    where user_id = ${anna.id}`.execute(world.services.db);
  expect(rows[0]?.minutes).toBeGreaterThan(50);
});

test('the link in an email stops its emails without signing in, as often as one likes, and its owner can take it back', async () => {
  const [anna, olga] = [await world.user(), await world.user()];
  const { id } = await save(anna, { search: 'лютня' });
  await match(await publish({ board_title: 'Лютня' }));
  await sendLetters(anna);
  const [letter] = (await emailsTo(world, mailOf(anna))) as unknown as { unsubscribe: string }[];
  const link = new URL(letter?.unsubscribe ?? '');
  // Mail clients post to the page's address with a form and without cookies (RFC 8058).
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const payload = type.startsWith('multipart')
      ? '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
      : 'List-Unsubscribe=One-Click';
    const answer = await world.app.inject({
      method: 'POST',
      url: link.pathname + link.search,
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.json()).toEqual({ kind: 'saved_search', name: 'Лютня' });
  }
  expect((await list(anna)).find((search) => search.id === id)?.letters).toBe(0);
  const query = { token: link.searchParams.get('token') ?? '' };
  expect((await world.call(olga, searchesApi.resubscribe, { query })).body.code).toBe('not_found');
  expect((await world.call(anna, searchesApi.resubscribe, { query })).statusCode).toBe(200);
  expect((await list(anna)).find((search) => search.id === id)?.letters).toBe(1);
  expect((await world.call(null, searchesApi.unsubscribe, { query: { token: 's.1.1.x' } })).body.code).toBe(
    'not_found',
  );
});

test('a hundred thousand saved searches are matched in one pass', { tags: ['long'], timeout: 60_000 }, async () => {
  const { db } = world.services;
  const people = await Promise.all(Array.from({ length: 20 }, () => world.user()));
  await sql`
    insert into saved_searches (user_id, filters, fingerprint, words)
    select (${people.map(({ id }) => id)}::bigint[])[1 + n % 20], '{"search":"x"}', 'many' || n,
      search_query('', case when n % 1000 = 0 then '''балалайка''' else '''слово' || n || '''' end, '''слово' || n || ''':*')
    from generate_series(1, 100000) n`.execute(db);
  await match(await publish({ board_title: 'Балалайка' }));
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from saved_search_matches m join saved_searches s on s.id = m.search_id
    where s.fingerprint like 'many%'`.execute(db);
  expect(rows[0]?.count).toBe(100);
});
