import { expect, test } from 'vitest';
import { isGreen } from './print-drill.ts';
import type { DrillReport, FaultResult } from './run-drill.ts';
import { steadyAfter } from './steady-after.ts';

const heard = (...times: number[]) => times.map((at) => ({ at, awakeMs: at }));

test('a call is back when it is heard without a break, not when it is heard once', () => {
  expect(steadyAfter(heard(900, 1100, 1200), 1000, 20_000)).toBe(100);
  expect(steadyAfter(heard(900, 1100, 4600, 4700), 1000, 20_000)).toBe(3600);
  expect(steadyAfter(heard(900), 1000, 20_000)).toBe(Number.POSITIVE_INFINITY);
});

test('a break after the next fault is not counted for the one before', () => {
  expect(steadyAfter(heard(1100, 1200, 9000, 30_000, 30_100), 1000, 1150)).toBe(100);
});

test('a drill that stood still itself hears no break', () => {
  const still = [
    { at: 1100, awakeMs: 1100 },
    { at: 8000, awakeMs: 1200 },
  ];
  expect(steadyAfter(still, 1000, 20_000)).toBe(100);
});

const spread = (p95: number) => ({ p50: 0, p95, p99: p95, max: p95, of: 1 });
const result = (late: Partial<FaultResult> = {}): FaultResult => ({
  ...{ name: 'web-kill', people: spread(100), guests: spread(100), calls: spread(100) },
  ...late,
});
const isPassed = (results: FaultResult[], count = 0): boolean =>
  isGreen({ results, checks: [{ what: 'lost', count, examples: [] }] } as unknown as DrillReport);

test('the drill passes only when everybody was back in time and nothing was counted', () => {
  expect(isPassed([result()])).toBe(true);
  expect(isPassed([result()], 1)).toBe(false);
  expect(isPassed([])).toBe(false);
  for (const who of ['people', 'guests', 'calls'])
    for (const late of [5001, Number.POSITIVE_INFINITY, Number.NaN])
      expect(isPassed([result(), result({ [who]: spread(late) })])).toBe(false);
});
