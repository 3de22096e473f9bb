import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { rounds } from '../../../../test/rounds.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { rebuildAdCounts } from '../ads.public.ts';
import { applyCountDeltas } from '../ads.queries.ts';
import { listAllAds } from '../list-all-ads.ts';
import { listPublicAds } from './list-public-ads.ts';

const anonymous: Viewer = {
  userId: null,
  sessionId: null,
  isStaff: false,
  isSuperuser: false,
  isPaid: false,
  lang: 'ru',
  ip: '127.0.0.1',
};
const staff = { ...anonymous, userId: 1, sessionId: 1, isStaff: true };

let database: TestDatabase;
let owner: number;
let cities: { id: number; country_id: number }[];
let categories: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const person = {
    login: 'anna',
    email: 'anna@example.com',
    firstname: 'Анна',
    lastname: 'Шевченко',
    password_hash: '',
  };
  ({ id: owner } = await db
    .insertInto('users')
    .values({
      ...person,
      referral_code: 'ANNA22',
      phone: null,
      country_id: null,
      city_id: null,
      photo_image_id: null,
      invited_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow());
  cities = await db.selectFrom('cities').select(['id', 'country_id']).orderBy('id').limit(40).execute();
  categories = (await db.selectFrom('categories').select('id').orderBy('id').execute()).map(({ id }) => id);
});

afterAll(() => database.drop());

const everyFilter = () => {
  const places = [
    {},
    ...cities.flatMap(({ id, country_id }) => [{ country_id }, { city_id: id }, { city_id: id, country_id }]),
  ];
  return places.flatMap((place) => [
    place,
    ...categories.slice(0, 4).map((category_id) => ({ ...place, category_id })),
  ]);
};

const totalOf = async (filter: object) =>
  (await listPublicAds(database, anonymous, { page: 1, size: 12, ...filter })).total;

async function counted(filter: { country_id?: number; city_id?: number; category_id?: number }): Promise<number> {
  let query = database.db.selectFrom('ads').select(sql<number>`count(*)`.as('n')).where('is_public', '=', true);
  for (const column of ['country_id', 'city_id', 'category_id'] as const) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  return (await query.executeTakeFirstOrThrow()).n;
}

async function expectTrueTotals(): Promise<void> {
  for (const filter of everyFilter())
    expect({ filter, total: await totalOf(filter) }).toEqual({ filter, total: await counted(filter) });
  const present = await database.db
    .selectFrom('ads')
    .select(sql<number>`count(*)`.as('n'))
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect((await listAllAds({ ...database, clock: () => new Date() }, staff, { size: 1, offset: 0 })).total).toBe(
    present.n,
  );
}

function pick(seed: number) {
  const die = (sides: number, k: number) => Math.abs(Math.imul(seed * 31 + k, 2654435761) >> 8) % sides;
  const place = die(8, 1) === 0 ? undefined : cities[die(cities.length, 2)];
  return {
    owner_id: owner,
    title: `Диван ${seed}`,
    description: 'Почти новый',
    enabled: die(6, 3) !== 0,
    archived_at: die(7, 4) === 0 ? new Date() : null,
    blocked_at: die(20, 5) === 0 ? new Date() : null,
    category_id: die(9, 6) === 0 ? null : (categories[die(4, 7)] ?? null),
    country_id: place?.country_id ?? null,
    city_id: die(5, 8) === 0 ? null : (place?.id ?? null),
  };
}

async function writeInParallel(round: number): Promise<void> {
  const { db } = database;
  const writer = async (number: number) => {
    for (let step = 0; step < rounds(5, 25); step += 1) {
      const seed = round * 10_000 + number * 100 + step;
      const { id } = await db.insertInto('ads').values(pick(seed)).returning('id').executeTakeFirstOrThrow();
      const { owner_id: _, ...change } = pick(seed + 50);
      if (step % 2 === 0)
        await db
          .updateTable('ads')
          .set(change)
          .where('id', '=', id - (step % 5))
          .execute();
      if (step % 5 === 0) await db.deleteFrom('ads').where('id', '=', id).execute();
      if (step % 7 === 0) {
        const undone = db.transaction().execute(async (tx) => {
          await tx
            .insertInto('ads')
            .values(pick(seed + 70))
            .execute();
          throw new Error('undone');
        });
        await expect(undone).rejects.toThrow('undone');
      }
    }
  };
  const folder = async () => {
    for (let i = 0; i < 15; i += 1) await applyCountDeltas(db);
  };
  await Promise.all([...[1, 2, 3, 4, 5, 6].map(writer), folder(), folder()]);
}

test('totals of every filter are exact after parallel writes, folded or not', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  await writeInParallel(1);
  await expectTrueTotals();
  await applyCountDeltas(database.db);
  expect(await database.db.selectFrom('ad_count_deltas').selectAll().execute()).toEqual([]);
  await expectTrueTotals();
});

test('counting everything anew in the middle of writes loses nothing', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  await Promise.all([
    writeInParallel(2),
    database.db.transaction().execute((tx) => rebuildAdCounts(tx)),
    database.db.transaction().execute((tx) => rebuildAdCounts(tx)),
  ]);
  await expectTrueTotals();
});

test('a comment on an ad writes nothing to the totals', async () => {
  await applyCountDeltas(database.db);
  await database.db.updateTable('ads').set({ comments_count: 7 }).execute();
  expect(await database.db.selectFrom('ad_count_deltas').selectAll().execute()).toEqual([]);
});

test('a city that moves to another country takes its ads along in the totals', { tags: ['long'] }, async () => {
  const [city] = cities;
  if (city === undefined) throw new Error('no cities');
  const elsewhere = await database.db
    .selectFrom('countries')
    .select('id')
    .where('id', '<>', city.country_id)
    .executeTakeFirstOrThrow();
  await database.db.updateTable('cities').set({ country_id: elsewhere.id }).where('id', '=', city.id).execute();
  cities = cities.map((known) => (known.id === city.id ? { ...known, country_id: elsewhere.id } : known));
  await expectTrueTotals();
});

test('a city asked for in the wrong country finds nothing', async () => {
  const city = cities.at(-1);
  const other = cities.find((known) => known.country_id !== city?.country_id);
  const found = await listPublicAds(database, anonymous, {
    page: 1,
    size: 12,
    city_id: city?.id,
    country_id: other ? other.country_id : 0,
  });
  expect(found).toMatchObject({ boards: [], total: 0 });
});
