import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCards, loadPublicCards } from '../../server/src/market/ads/ad-page.ts';
import { parseFilters } from '../../server/src/market/ads/search/ad-filters.ts';
import { listFirstPage } from '../../server/src/market/ads/search/list-public-ads.ts';
import { type OpenDatabase, openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database } from '../../server/src/platform/database/tables.ts';
import type { Viewer } from '../../server/src/platform/http/viewer.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts';
import { insertGeneratedAds } from './million-ads.ts';

let database: TestDatabase;
let connection: OpenDatabase<Database>;
let newest: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  await insertGeneratedAds(database.pool, 2000);
  await database.pool.query('vacuum analyze');
  connection = openDatabase<Database>(database.connection, { max: 1, log: pino({ level: 'error' }) });
  const { rows } = await database.pool.query<{ id: number }>(
    'select id from ads where is_public order by id desc limit 12',
  );
  newest = rows.map(({ id }) => id);
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

const GUEST: Viewer = {
  userId: null,
  sessionId: null,
  isStaff: false,
  isSuperuser: false,
  isPaid: false,
  lang: 'ru',
  ip: '',
};
/** Number of executions after which PostgreSQL may choose a generic plan. */
const TRIED = 5;

const timesPlanned = async (name: string): Promise<number | undefined> => {
  const { rows } = await connection.pool.query<{ custom_plans: number }>(
    'select custom_plans from pg_prepared_statements where name = $1',
    [name],
  );
  return rows[0]?.custom_plans;
};

test('the cards of however many ads are not planned anew each time', async () => {
  const { pool } = connection;
  for (const count of [1, 3, 5, 12]) {
    const ids = newest.slice(0, count);
    for (let i = 0; i < 2 * TRIED; i += 1) {
      expect(await loadCards(pool, GUEST, ids)).toHaveLength(count);
      expect(await loadPublicCards(pool, GUEST, ids)).toHaveLength(count);
    }
  }
  expect(await Promise.all(['ads-cards', 'ads-public-cards'].map(timesPlanned))).toEqual([TRIED, TRIED]);
});

test('nor is the first page with a few ads beside it, whichever they are', async () => {
  const { pool } = connection;
  const wanted = await parseFilters(pool, { page: 1, size: 12 });
  for (let i = 0; i < 2 * TRIED; i += 1) {
    const ids = newest.slice(i, i + 2).reverse();
    const { found, beside } = await listFirstPage({ pool }, GUEST, wanted, ids);
    expect(found.boards).toHaveLength(12);
    expect(beside.map(({ board_id }) => board_id)).toEqual(ids);
  }
  expect(await timesPlanned('ads-everything-beside-2')).toBe(TRIED);
});
