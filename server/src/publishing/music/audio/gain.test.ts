import { expect, test } from 'vitest';
import { gainOf } from './gain.ts';

test('what is too loud is turned down, what is too quiet is lifted only as far as its peaks allow', () => {
  expect(gainOf({ lufs: -8, peak_db: 0.4 })).toBe(-6);
  expect(gainOf({ lufs: -20, peak_db: -10 })).toBe(6);
  expect(gainOf({ lufs: -20, peak_db: -2.5 })).toBe(2.5);
  expect(gainOf({ lufs: -20, peak_db: 0.3 })).toBe(0);
  expect(gainOf({ lufs: -60, peak_db: -50 })).toBe(12);
  expect(gainOf({ lufs: null, peak_db: null })).toBe(0);
});
