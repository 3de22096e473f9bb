import { expect, test, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

test('those who ask while a module is on its way, and later, get one import', async () => {
  const load = vi.fn(async () => ({ name: 'bell' }));
  const loadBell = loadOnce(load);
  const [one, other] = await Promise.all([loadBell(), loadBell()]);
  expect(one).toBe(other);
  expect(await loadBell()).toBe(one);
  expect(load).toHaveBeenCalledTimes(1);
});

test('what failed is asked for again', async () => {
  const load = vi.fn(async () => 'bell').mockRejectedValueOnce(new Error('offline'));
  const loadBell = loadOnce(load);
  await expect(Promise.all([loadBell(), loadBell()])).rejects.toThrow('offline');
  expect(await loadBell()).toBe('bell');
  expect(load).toHaveBeenCalledTimes(2);
});
