import { expect, test } from 'vitest';
import { drawnNumber, sha256 } from './drawn-number.ts';

const SEED = '00'.repeat(32);

test('a draw depends on the seed, the round and the sorted numbers alone', () => {
  // printf %s 0000…:1 | sha256sum, modulo the count.
  const expected = [3, 5, 8][Number(BigInt(`0x${sha256(`${SEED}:1`)}`) % 3n)];
  expect(drawnNumber(SEED, 1, [8, 3, 5])).toBe(expected);
  expect(drawnNumber(SEED, 1, [3, 5, 8])).toBe(expected);
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('every number is drawn about as often as the others', () => {
  const numbers = [1, 2, 4, 7, 9];
  const counts = new Map(numbers.map((number) => [number, 0]));
  for (let round = 1; round <= 5000; round++) {
    const number = drawnNumber(SEED, round, numbers);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('nobody is drawn from nobody', () => {
  expect(() => drawnNumber(SEED, 1, [])).toThrow();
});
