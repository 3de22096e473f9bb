import { afterEach, expect, test, vi } from 'vitest';
import { ShortCache } from './short-cache.ts';

afterEach(() => void vi.useRealTimers());

test('an answer is looked up once for everybody who asks at once, and anew when it is old', async () => {
  vi.useFakeTimers();
  const cache = new ShortCache<number>({ ms: 3000, max: 10 });
  let lookups = 0;
  const find = async () => (lookups += 1);
  expect(await Promise.all([cache.get('a', find), cache.get('a', find)])).toEqual([1, 1]);
  expect(await cache.get('b', find)).toBe(2);
  vi.advanceTimersByTime(2999);
  expect(await cache.get('a', find)).toBe(1);
  vi.advanceTimersByTime(2);
  expect(await cache.get('a', find)).toBe(3);
});

test('a failure is not kept', async () => {
  const cache = new ShortCache<number>({ ms: 3000, max: 10 });
  await expect(cache.get('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await cache.get('a', async () => 1)).toBe(1);
});

test('it holds no more than it may', async () => {
  const cache = new ShortCache<string>({ ms: 3000, max: 2 });
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => key);
  expect(await cache.get('a', async () => 'anew')).toBe('anew');
  expect(await cache.get('c', async () => 'anew')).toBe('c');
});
