import { expect, test } from 'vitest';
import { weightOf } from './reporter-weight.ts';

test('somebody unknown counts one, and nobody is believed or disbelieved altogether', () => {
  expect(weightOf(0, 0)).toBe(1);
  expect(weightOf(1, 1)).toBeCloseTo(4 / 3);
  expect(weightOf(0, 1)).toBeCloseTo(2 / 3);
  expect(weightOf(100, 100)).toBeLessThan(2);
  expect(weightOf(0, 100)).toBeGreaterThan(0);
});
