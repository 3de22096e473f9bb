import { expect, test } from 'vitest';
import { pickBucket } from './pick-bucket.ts';

const hashes = Array.from({ length: 2000 }, (_, number) => BigInt.asUintN(64, BigInt(number) * 0x9e3779b97f4a7c15n));

test('every bucket is in range and gets its share', () => {
  const counts = new Map<number, number>();
  for (const hash of hashes) {
    const bucket = pickBucket(hash, 10);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  expect([...counts.keys()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const count of counts.values()) expect(count).toBeGreaterThan(120);
});

test('a newcomer moves nothing but what moves to the newcomer', () => {
  for (const hash of hashes) {
    const before = pickBucket(hash, 100);
    expect([before, 100]).toContain(pickBucket(hash, 101));
  }
});

test('nobody and one person are handled', () => {
  expect(pickBucket(12345n, 0)).toBe(0);
  expect(pickBucket(12345n, 1)).toBe(0);
});
