import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPublicAds } from '../../server/src/market/ads/search/list-public-ads.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts';
import { insertGeneratedAds } from './million-ads.ts';

let databases: TestDatabase[];

beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterAll(() => Promise.all(databases.map((database) => database.drop())));

const CONTENT = `
  select md5(string_agg(concat_ws('|', a.title, a.description, a.price_roubles, a.category_id, a.city_id, a.created_at,
                                  a.is_public, a.has_photo, a.attributes, a.district, (select count(*) from ad_photos p where p.ad_id = a.id)), e'\\n' order by a.id))
  from ads a`;

const INDEXES = `select indexname from pg_indexes where tablename in ('ads', 'ad_photos') order by 1`;

test('generated ads are the same in every database, with all indexes and true totals', { tags: ['long'] }, async () => {
  const indexes = await Promise.all(databases.map(async ({ pool }) => (await pool.query(INDEXES)).rows));
  await Promise.all(databases.map(({ pool }) => insertGeneratedAds(pool, 2000)));
  const [first, second] = await Promise.all(databases.map(async ({ pool }) => (await pool.query(CONTENT)).rows));
  expect(first).toEqual(second);
  expect(await Promise.all(databases.map(async ({ pool }) => (await pool.query(INDEXES)).rows))).toEqual(indexes);

  for (const database of databases) {
    const anyone = { userId: null, sessionId: null, isStaff: false, isSuperuser: false, isPaid: false, ip: '' };
    const { total, boards } = await listPublicAds(database, { ...anyone, lang: 'ru' }, { page: 1, size: 12 });
    const { rows } = await database.pool.query('select count(*) as count from ads where is_public');
    expect(total).toBe(rows[0]?.count);
    expect(boards).toHaveLength(12);
  }
});
