import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { ADS } from '../../../../test/search-quality/ads.ts';
import { QUERIES } from '../../../../test/search-quality/queries.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { applySearchChanges } from '../../../platform/search/vocabulary.ts';
import { listPublicAds } from './list-public-ads.ts';

const FOUND_SHARE_MIN = 0.95;
const FIRST = 10;

const anonymous: Viewer = {
  userId: null,
  sessionId: null,
  isStaff: false,
  isSuperuser: false,
  isPaid: false,
  lang: 'ru',
  ip: '127.0.0.1',
};

let database: TestDatabase;
const nameOf = new Map<number, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await pool.query(`
    insert into users (login, email, firstname, lastname, referral_code, password_hash, status, activated_at)
    values ('anna', 'anna@example.com', 'Анна', 'Шевченко', 'ANNA22', '', 'active', now())`);
  const { rows } = await pool.query<{ id: number; title: string }>(
    `insert into ads (owner_id, title, description, created_at)
     select (select max(id) from users), title, description, now() - hashtext(title) % 1000 * interval '1 hour'
     from unnest($1::text[], $2::text[]) as ad (title, description) returning id, title`,
    [ADS.map(([, title]) => title), ADS.map(([, , description]) => description)],
  );
  const names = new Map(ADS.map(([name, title]) => [title, name]));
  for (const { id, title } of rows) nameOf.set(id, names.get(title) ?? '');
  await applySearchChanges(pool);
});

afterAll(() => database.drop());

test('the set is what it should be: different ads, and expectations that exist', () => {
  const names = new Set(ADS.map(([name]) => name));
  expect(names.size).toBe(ADS.length);
  expect(new Set(ADS.map(([, title]) => title)).size).toBe(ADS.length);
  expect(QUERIES.length).toBeGreaterThanOrEqual(120);
  expect(QUERIES.flatMap(([, , ...expected]) => expected).filter((name) => !names.has(name))).toEqual([]);
});

test('of what people type, nearly everything finds what they mean among the first ten', async () => {
  const missed: string[] = [];
  const kinds = new Map<string, { asked: number; found: number }>();
  for (const [kind, search, ...expected] of QUERIES) {
    const { boards, corrected } = await listPublicAds(database, anonymous, { page: 1, size: FIRST, search });
    const found = boards.map((board) => nameOf.get(board.board_id) ?? '');
    const isHit = expected.some((name) => found.includes(name));
    const sum = kinds.get(kind) ?? { asked: 0, found: 0 };
    kinds.set(kind, { asked: sum.asked + 1, found: sum.found + Number(isHit) });
    if (!isHit)
      missed.push(
        `${kind}: «${search}»${corrected ? ` as «${corrected}»` : ''} found ${found.join(', ') || 'nothing'}`,
      );
  }
  const report = [...kinds].map(([kind, { asked, found }]) => `${kind}: ${found} of ${asked}`);
  console.info(['Searches by kind', ...report, ...missed.map((line) => `missed ${line}`)].join('\n'));
  expect(1 - missed.length / QUERIES.length).toBeGreaterThanOrEqual(FOUND_SHARE_MIN);
}, 120_000);
