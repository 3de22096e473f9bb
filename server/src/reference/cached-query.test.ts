import { REFERENCE_CACHE_MS } from '@app/contract/reference/reference';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { createCachedQuery } from './cached-query.ts';

const [one, other] = [{}, {}] as unknown as [pg.Pool, pg.Pool];

test('one reading serves everybody until it is too old', async () => {
  let now = 0;
  let readings = 0;
  const kept = createCachedQuery(
    async () => ++readings,
    () => now,
  );
  expect(await Promise.all([kept.get(one), kept.get(one)])).toEqual([1, 1]);
  now = REFERENCE_CACHE_MS - 1;
  expect(await kept.get(one)).toBe(1);
  now = REFERENCE_CACHE_MS;
  expect(await kept.get(one)).toBe(2);
  expect(await kept.get(other)).toBe(3);
});

test('what was being read when somebody wrote is not kept', async () => {
  const answers: ((value: string) => void)[] = [];
  const kept = createCachedQuery(() => new Promise<string>((resolve) => answers.push(resolve)));
  const before = kept.get(one);
  kept.invalidate(one);
  const after = kept.get(one);
  answers[0]?.('old');
  answers[1]?.('new');
  expect([await before, await after, await kept.get(one)]).toEqual(['old', 'new', 'new']);
});

test('a failed reading is tried again', async () => {
  let readings = 0;
  const kept = createCachedQuery(async () => {
    readings += 1;
    if (readings === 1) throw new Error('no connection');
    return readings;
  });
  await expect(kept.get(one)).rejects.toThrow('no connection');
  expect(await kept.get(one)).toBe(2);
});
