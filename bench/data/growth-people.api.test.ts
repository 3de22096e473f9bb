// @module-tag long
import { Kysely } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPeople } from '../../server/src/people/users/search/find-people.ts';
import { CommitDialect } from '../../server/src/platform/database/commit-work.ts';
import { type OpenDatabase, openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database } from '../../server/src/platform/database/tables.ts';
import type { Services } from '../../server/src/platform/domain/services.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts';
import { insertPeople, PEOPLE_WORDS } from '../many-people.ts';
import { recordStatements, type Statement } from '../one-reader.ts';

/** So many ids that a sample of the newest tells the total of a name which one in twenty bears, and the rest needs no spans. */
const PEOPLE = 60_000;
const ID_STEP = 8;
/** Somebody of a small city with a hundred friends, who have ten more each; a neighbour without friends; another one elsewhere. */
const [READER, ALONE, STRANGER] = [PEOPLE * ID_STEP, (PEOPLE - 1) * ID_STEP, (PEOPLE - 2) * ID_STEP];

let database: TestDatabase;
let connection: OpenDatabase<Database>;
const sent: Statement[] = [];
let services: Pick<Services, 'db' | 'pool'>;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(insertPeople(`n * ${ID_STEP}`), [PEOPLE, ...PEOPLE_WORDS]);
  await database.pool.query(`
    insert into friends (user_id, friend_id, since)
    select ${READER}, k * 593 * ${ID_STEP}, now() from generate_series(1, 100) k
    union all
    select k * 593 * ${ID_STEP}, ((k * 593 + j * 7919) % ${PEOPLE - 1} + 1) * ${ID_STEP}, now()
    from generate_series(1, 100) k, generate_series(1, 10) j`);
  await database.pool.query(`
    update users set (country_id, city_id) = (
      select country_id, city_id from users group by 1, 2 having count(*) between 20 and 60 order by 2 limit 1
    ) where id in (${READER}, ${ALONE})`);
  await database.pool.query('vacuum analyze');
  connection = openDatabase<Database>(database.connection, { max: 2, log: pino({ level: 'error' }) });
  const pool = recordStatements(connection.pool, sent);
  services = { pool, db: new Kysely<Database>({ dialect: new CommitDialect({ pool }) }) };
}, 600_000);

afterAll(async () => {
  await connection.close();
  await database.drop();
});

const firstOf = (userId: number, search: string) =>
  findPeople(services, userId, { search, page: 1, size: 5, exceptMe: true });

async function planOf(userId: number, search: string): Promise<string> {
  sent.length = 0;
  await firstOf(userId, search);
  const { text, values } = sent[0] as pg.QueryConfig;
  const { rows } = await connection.pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) ${text}`,
    values,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** Everybody who matches in the order of the answer, without any of its short cuts. */
const REFERENCE = `
  select u.id from users u
  where u.search_text like all($1) and u.id <> $2
  order by case
    when u.id in (select friend_id from friends where user_id = $2) then 0
    when u.id in (
      select theirs.friend_id from friends mine
      join users known on known.id = mine.friend_id and known.see_friends <> 'nobody'
      join friends theirs on theirs.user_id = mine.friend_id where mine.user_id = $2
    ) then 1
    when u.city_id = (select city_id from users where id = $2) then 2 else 3 end, u.id desc`;

test.each(
  'александр мария зоя жук иваненко льин дани ерш тарас'.split(' ').concat('анна иваненко', 'дмитрий см', 'ъъъ'),
)('people named «%s» stand in order, and their total is that of all', async (search) => {
  for (const userId of [READER, ALONE, STRANGER]) {
    const patterns = search.split(' ').map((word) => `%${word}%`);
    const { rows } = await connection.pool.query<{ id: string }>(REFERENCE, [patterns, userId]);
    expect(await firstOf(userId, search)).toEqual({
      ids: rows.slice(0, 5).map(({ id }) => Number(id)),
      total: Math.min(rows.length, 1000),
    });
  }
});

test('the city is looked through only where those who stand before it do not fill the page', async () => {
  const city = (plan: string) => plan.match(/using users_neighbours on users .*?\((.*)\)/)?.[1];
  expect(city(await planOf(READER, 'мария'))).toBe('never executed');
  expect(city(await planOf(ALONE, 'мария'))).toMatch(/^actual/);
});
