import { expect, test } from 'vitest';
import { newestSpans } from './newest-matches.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-20T10:30:00Z');
/** One ad a minute, the newest an hour ago. */
const ads = {
  total: 100_000,
  newest: new Date(NOW - HOUR_MS).toISOString(),
  marks: [10_000, 20_000, 40_000, 80_000].map((count) => ({
    ads: count,
    at: new Date(NOW - HOUR_MS - count * 60_000).toISOString(),
  })),
};

/** As `ads_search_spans` numbers them: the level, and how many spans of its length passed since 1970. */
const timesOf = (spans: readonly number[]): { from: number; until: number }[] =>
  spans.map((span) => {
    const length = 4 * HOUR_MS * 4 ** (span % 8);
    const from = Math.floor(span / 8) * length;
    return { from, until: from + length };
  });

test.each([500, 10_000, 15_000, 33_333, 80_000])('the newest %i ads are some spans one after the other', (wanted) => {
  const times = timesOf(newestSpans(ads, wanted, NOW) ?? []);
  const begin = NOW - HOUR_MS - wanted * 60_000;
  const [first, last] = [times.at(0), times.at(-1)];
  expect(first?.from).toBeLessThanOrEqual(begin);
  // A sixteenth more at most, and four hours where spans are no shorter.
  expect(first?.from).toBeGreaterThan(begin - Math.max(4 * HOUR_MS, (wanted * 60_000) / 16));
  expect(last?.until).toBeGreaterThan(NOW + HOUR_MS);
  for (const [i, { from }] of times.slice(1).entries()) expect(from).toBe(times[i]?.until);
  expect(times.length).toBeLessThan(40);
});

test('a site where nothing was published for a year needs few spans besides', () => {
  const yearLater = NOW + 365 * 24 * HOUR_MS;
  const times = timesOf(newestSpans(ads, 10_000, yearLater) ?? []);
  expect(times.at(-1)?.until).toBeGreaterThan(yearLater);
  expect(times.length).toBeLessThan(40);
});

test('further back than dates are known there are none', () => {
  expect(newestSpans(ads, 80_001, NOW)).toBeUndefined();
  expect(newestSpans({ newest: undefined, marks: [] }, 100, NOW)).toBeUndefined();
});
