import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNewestFirst, encodePosition, momentAmong, type NearPosition, parsePosition } from './near-position.ts';

const position = fc.record({
  micros: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom('p' as const, 'a' as const),
  id: fc.integer({ min: 1, max: 3 }),
});

test('a position survives the address', () => {
  fc.assert(
    fc.property(position, (one) => {
      expect(parsePosition(encodePosition(one))).toEqual(one);
    }),
  );
  expect(parsePosition('9999999999999999.p.1').micros).toBe(9_000_000_000_000_000);
});

test('a position among rows of one kind has the same of them below and above it', () => {
  fc.assert(
    fc.property(position, position, (one, row) => {
      const { micros, id } = momentAmong(row.kind, one);
      const isBelow = row.micros < micros || (row.micros === micros && row.id < id);
      const isAbove = row.micros > micros || (row.micros === micros && row.id > id);
      expect(isBelow).toBe(compareNewestFirst(one, row) < 0);
      expect(isAbove).toBe(compareNewestFirst(one, row) > 0);
    }),
  );
});

test('the newest come first', () => {
  const list: NearPosition[] = [
    { micros: 1, kind: 'p', id: 9 },
    { micros: 2, kind: 'a', id: 1 },
    { micros: 2, kind: 'p', id: 1 },
    { micros: 2, kind: 'a', id: 2 },
  ];
  expect(list.sort(compareNewestFirst).map(encodePosition)).toEqual(['2.p.1', '2.a.2', '2.a.1', '1.p.9']);
});
