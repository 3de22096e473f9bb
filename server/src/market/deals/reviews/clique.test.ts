import { describe, expect, test } from 'vitest';
import { isClique, type Pair } from './clique.ts';

const among = (...pairs: Pair[]): boolean => isClique(new Set(pairs.flat()), pairs);

describe('people who dealt with nobody else', () => {
  test('are a clique as two, however often and in whatever role they dealt', () => {
    expect(among([1, 2])).toBe(true);
    expect(among([1, 2], [2, 1], [1, 2])).toBe(true);
  });

  test('are a clique when their deals close a circle', () => {
    expect(among([1, 2], [2, 3], [3, 1])).toBe(true);
    expect(among([1, 2], [2, 3], [3, 4], [4, 1])).toBe(true);
    expect(among([1, 2], [2, 3], [3, 1], [3, 4])).toBe(true);
  });

  test('are none around one seller, also when a buyer comes back', () => {
    expect(among([1, 2], [1, 3])).toBe(false);
    expect(among([1, 2], [1, 2], [2, 1], [1, 3], [1, 4])).toBe(false);
    expect(among([1, 2], [2, 3], [3, 4])).toBe(false);
  });

  test('one person alone is none', () => {
    expect(isClique(new Set([1]), [])).toBe(false);
  });
});
