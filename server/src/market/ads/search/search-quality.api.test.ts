import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { insertSearchAds, SEARCH_ADS, SEARCH_QUERIES } from '../../../../test/search-quality/search-fixtures.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { applySearchChanges } from '../../../platform/search/vocabulary.ts';
import { listPublicAds } from './list-public-ads.ts';

const FOUND_SHARE_MIN = 0.97;
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
let nameOf: ReadonlyMap<number, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  nameOf = await insertSearchAds(database.pool);
  await applySearchChanges(database.pool);
});

afterAll(() => database.drop());

test('the set is what it should be: different ads and queries, and expectations that exist', () => {
  const names = new Set(SEARCH_ADS.map(({ name }) => name));
  expect(names.size).toBe(SEARCH_ADS.length);
  expect(new Set(SEARCH_ADS.map(({ title }) => title)).size).toBe(SEARCH_ADS.length);
  expect(nameOf.size).toBe(SEARCH_ADS.length);
  expect(new Set(SEARCH_QUERIES.map(({ typed }) => typed)).size).toBeGreaterThanOrEqual(500);
  const mentioned = SEARCH_QUERIES.flatMap(({ expected, excluded }) => [...expected, ...excluded]);
  expect(mentioned.filter((name) => !names.has(name))).toEqual([]);
});

test('of what people type, nearly everything finds what they mean among the first ten', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const missed: string[] = [];
  const kinds = new Map<string, { asked: number; found: number }>();
  for (const { kind, typed, expected, excluded } of SEARCH_QUERIES) {
    const { boards, corrected } = await listPublicAds(database, anonymous, { page: 1, size: FIRST, search: typed });
    const found = boards.map((board) => nameOf.get(board.board_id) ?? '');
    const isHit = expected.some((name) => found.includes(name)) && !excluded.some((name) => found.includes(name));
    const sum = kinds.get(kind) ?? { asked: 0, found: 0 };
    kinds.set(kind, { asked: sum.asked + 1, found: sum.found + Number(isHit) });
    if (!isHit)
      missed.push(`${kind}: «${typed}»${corrected ? ` as «${corrected}»` : ''} found ${found.join(', ') || 'nothing'}`);
  }
  const share = 1 - missed.length / SEARCH_QUERIES.length;
  const report = [...kinds].map(([kind, { asked, found }]) => `${kind}: ${found} of ${asked}`);
  const total = `all: ${(100 * share).toFixed(1)} % of ${SEARCH_QUERIES.length}`;
  console.info(['Searches by kind', ...report, total, ...missed.map((line) => `missed ${line}`)].join('\n'));
  expect(share).toBeGreaterThanOrEqual(FOUND_SHARE_MIN);
});
