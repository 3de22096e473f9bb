import { adsApi } from '@app/contract/market/ads';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../test/world.ts';

const MINUTE_MS = 60_000;
const LIFETIME_MS = 30 * 24 * 60 * MINUTE_MS;
/** Few enough that all versions of all rows fit on one page, whether or not PostgreSQL has cleaned it meanwhile. */
const [PEOPLE, ROUNDS] = [8, 3];

let world: World;
let now = Date.now();

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
});
afterAll(() => world.close());

interface Updates {
  updates: number;
  inPlace: number;
}

/** Counts of PostgreSQL, which a connection hands over once it has been quiet for a second. */
async function countUpdates(): Promise<Updates> {
  const { rows } = await sql<Updates>`
    select n_tup_upd::int as updates, n_tup_hot_upd::int as "inPlace" from pg_stat_user_tables where relname = 'sessions'`.execute(
    world.services.db,
  );
  return rows[0] ?? { updates: 0, inPlace: 0 };
}

test('noting that a session is used adds no entry to any index', { tags: ['long'] }, async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => world.user()));
  for (let round = 0; round < ROUNDS; round++) {
    now += 2 * MINUTE_MS;
    for (const person of people) {
      expect((await world.call(person, adsApi.list, { query: {} })).statusCode).toBe(200);
    }
  }
  const expected = PEOPLE * ROUNDS;
  await expect.poll(countUpdates).toEqual({ updates: expected, inPlace: expected });
  const ids = people.map(({ id }) => id);
  const sessions = await world.services.db
    .selectFrom('sessions')
    .select(['last_seen_at', 'expires_at'])
    .where('user_id', 'in', ids)
    .execute();
  const used = { last_seen_at: new Date(now), expires_at: new Date(now + LIFETIME_MS) };
  expect(sessions).toEqual(Array.from({ length: PEOPLE }, () => used));
});

test('the use of a session is noted once a minute', async () => {
  const person = await world.user();
  const seen = async () => {
    await world.call(person, adsApi.list, { query: {} });
    const { last_seen_at } = await world.services.db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
    return last_seen_at.getTime();
  };
  const first = await seen();
  now += MINUTE_MS;
  expect(await seen()).toBe(first);
  now += 1;
  expect(await seen()).toBe(now);
});
