import { type AdMap, adMapApi } from '@app/contract/market/ad-map';
import { placesApi } from '@app/contract/reference/places';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { insertDemoCircle } from '../../../people/circle/demo-circle.public.ts';
import { applySearchChanges } from '../../../platform/search/vocabulary.ts';
import { getMapCities } from '../../../reference/reference.public.ts';
import { applyCountDeltas } from '../ads.queries.ts';
import { mapSlot, pointOfAd, SLOT_OF_AD } from './ad-point.ts';

const MANY = 5000;

let world: World;
let seller: Actor;
let friend: Actor;
let categories: number[];
const cities = new Map<string, { id: number; countryId: number }>();

async function insertAds(city: string, count: number, title: string, more = { category: 0, audience: 'all' }) {
  const { id, countryId } = cities.get(city) ?? { id: 0, countryId: 0 };
  await world.services.pool.query(
    `insert into ads (owner_id, title, description, price_roubles, created_at, category_id, country_id, city_id, audience)
     select $1, $6 || ' ' || n, 'Хорошо', 100 * n, now() - make_interval(mins => n), $2, $3, $4, $7
     from generate_series(1, $5::int) n`,
    [seller.id, categories[more.category], countryId, id, count, title, more.audience],
  );
}

beforeAll(async () => {
  world = await createWorld();
  const { pool, db } = world.services;
  seller = await world.user({ paid: true });
  friend = await world.user({ paid: true });
  await db.transaction().execute((tx) =>
    insertDemoCircle(tx, {
      friendships: [{ between: [seller.id, friend.id], since: new Date() }],
      relatives: [],
      requests: [],
    }),
  );
  const { rows } = await pool.query<{ id: number }>('select id from categories order by id limit 2');
  categories = rows.map(({ id }) => id);
  for (const name of ['Казань', 'Самара', 'Уфа', 'Йошкар-Ола']) {
    const { places } = (await world.call(null, placesApi.suggest, { query: { search: name } })).body;
    cities.set(name, { id: places[0]?.id ?? 0, countryId: places[0]?.country_id ?? 0 });
  }
  await insertAds('Казань', MANY, 'Велосипед');
  await insertAds('Самара', 30, 'Гитара', { category: 1, audience: 'all' });
  await insertAds('Йошкар-Ола', 1, 'Самокат');
  await insertAds('Уфа', 2, 'Лодка', { category: 0, audience: 'friends' });
  await applySearchChanges(pool);
  await applyCountDeltas(db);
});

afterAll(() => world.close());

const VOLGA = { west: '44', south: '52', east: '60', north: '58', zoom: 6 };
const KAZAN = { west: '48.9', south: '55.65', east: '49.4', north: '55.95', zoom: 11 };

const show = async (query: object, actor: Actor | null = null): Promise<AdMap> =>
  (await world.call(actor, adMapApi.show, { query: query as never })).body;
const countOf = ({ ads, groups }: AdMap): number => groups.reduce((sum, { count }) => sum + count, ads.length);
const titlesOf = ({ ads }: AdMap): string[] => ads.map(({ board_title }) => board_title).sort();

test('from afar each city is one group, and a city with one ad is that ad', async () => {
  const map = await show(VOLGA);
  expect(map.total).toBe(MANY + 31);
  expect(countOf(map)).toBe(map.total);
  expect(map.groups.toSorted((a, b) => a.count - b.count)).toMatchObject([
    { count: 30, city: 'Самара' },
    { count: MANY, city: 'Казань' },
  ]);
  expect(map.ads).toMatchObject([{ board_title: 'Самокат 1', city: 'Йошкар-Ола', board_photo: null }]);
  expect(map.places.map(({ name }) => name)).toContain('Казань');
});

test('nearer, a large city is many groups, and close by single ads, none of which is lost or counted twice', async () => {
  const map = await show(KAZAN);
  expect(map.total).toBe(MANY);
  expect(map.groups.length).toBeGreaterThan(10);

  const [near] = (await getMapCities(world.services.pool)).filter(({ id }) => id === cities.get('Казань')?.id);
  if (near === undefined) throw new Error('Kazan is among the cities of the map');
  const { latitude, longitude } = near;
  const bounds = { west: longitude, south: latitude, east: longitude + 0.01, north: latitude + 0.006 };
  const [west, south, east, north] = [bounds.west, bounds.south, bounds.east, bounds.north].map((one) =>
    one.toFixed(6),
  );
  const query = { west, south, east, north };
  const close = await show({ ...query, zoom: 17 });
  const { rows } = await world.services.pool.query<{ id: number }>('select id from ads where city_id = $1', [near.id]);
  const expected = rows.filter(({ id }) => {
    const point = pointOfAd(near, id);
    return (
      point.latitude >= Number(south) &&
      point.latitude <= Number(north) &&
      point.longitude >= Number(west) &&
      point.longitude <= Number(east)
    );
  });
  expect(close.total).toBe(expected.length);
  expect(countOf(close)).toBe(expected.length);
  expect(close.ads.length).toBeGreaterThan(5);
  for (const ad of close.ads) {
    const point = pointOfAd(near, ad.board_id);
    expect(Math.abs(ad.latitude - point.latitude) + Math.abs(ad.longitude - point.longitude)).toBeLessThan(0.0001);
  }
  expect((await show({ ...query, zoom: 17 })).ads).toEqual(close.ads);
});

test('the database and the server agree on the part of the city of an ad', async () => {
  const { rows } = await world.services.pool.query<{ id: number; slot: number }>(
    `select id, ${SLOT_OF_AD} as slot from unnest($1::bigint[]) id`,
    [[1, 2, 65_535, 65_536, 70_001, 2 ** 50]],
  );
  expect(rows.map(({ slot }) => slot)).toEqual(rows.map(({ id }) => mapSlot(id)));
});

test('filters of the list apply: words, a typo, a category, a price, a place', async () => {
  expect((await show({ ...VOLGA, search: 'гитара' })).total).toBe(30);
  expect((await show({ ...VOLGA, search: 'гетара' })).total).toBe(30);
  expect((await show({ ...VOLGA, category_id: categories[1] })).total).toBe(30);
  expect((await show({ ...VOLGA, price_from: 100, price_to: 300 })).total).toBe(7);
  expect((await show({ ...VOLGA, city_id: cities.get('Самара')?.id })).total).toBe(30);
  expect(await show({ ...VOLGA, search: 'пианино' })).toMatchObject({ total: 0, bounded: 0, ads: [], groups: [] });
});

test('an ad for friends is on the map of friends and of its owner alone', async () => {
  const ufa = { west: '55', south: '54', east: '57', north: '55.5', zoom: 15 };
  expect(titlesOf(await show(ufa, friend))).toEqual(['Лодка 1', 'Лодка 2']);
  expect((await show(ufa, friend)).ads[0]?.board_circle_only).toBe(1);
  expect((await show(ufa, seller)).total).toBe(2);
  expect((await show(ufa)).total).toBe(0);
  expect((await show(ufa, await world.user())).total).toBe(0);
  expect((await show({ ...ufa, search: 'лодка' }, friend)).total).toBe(2);
  expect((await show({ ...ufa, search: 'лодка' })).total).toBe(0);
});

test.for([
  ['a border too many', { west: '60', east: '44' }],
  ['south above north', { south: '58', north: '52' }],
  ['a latitude beyond the map', { north: '89' }],
  ['no number', { west: 'NaN' }],
  ['a zoom beyond the last', { zoom: 19 }],
] as const)('bounds with %s are refused', async ([, wrong]) => {
  const { statusCode, body } = await world.call(null, adMapApi.show, { query: { ...VOLGA, ...wrong } as never });
  expect([statusCode, body]).toMatchObject([400, { code: 'invalid_input' }]);
});

test('a map begins with the place of the filters, or with most of the ads', async () => {
  const area = async (query: object) => (await world.call(null, adMapApi.area, { query: query as never })).body;
  const kazan = { latitude: 55.79, longitude: 49.12 };
  for (const query of [{}, { city_id: cities.get('Казань')?.id }, { search: 'велосипед в казани' }]) {
    const { west, south, east, north } = await area(query);
    expect(west < kazan.longitude && kazan.longitude < east).toBe(true);
    expect(south < kazan.latitude && kazan.latitude < north).toBe(true);
    expect(east - west).toBeLessThan(1);
  }
  const wide = await area({ city_id: cities.get('Казань')?.id, radius: 100 });
  expect(wide.north - wide.south).toBeGreaterThan(1.7);
});

test('parts of a city are counted from the index alone', async () => {
  const { pool } = world.services;
  await pool.query('vacuum analyze ads');
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain select city_id, ${SLOT_OF_AD}, count(*) from ads
     where is_public and city_id = any(array[${cities.get('Казань')?.id}]::bigint[]) and ${SLOT_OF_AD} = any('{1,2}'::bigint[]) group by 1, 2`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Only Scan using ads_map');
});
