import { expect, test, vi } from 'vitest';
import { slots } from '../pages/slots.ts';
import { type LocalData, loadSlot, provideSlots } from './slots.ts';

const localData: LocalData = { findQuestion: async () => null, clear: async () => undefined };

test('only the part that is asked for is loaded', async () => {
  const loadLocalData = vi.fn(async () => localData);
  const loadShareDialog = vi.fn(slots.ShareDialog);
  provideSlots(async () => ({ ...slots, localData: loadLocalData, ShareDialog: loadShareDialog }));
  expect(await loadSlot('localData')).toBe(localData);
  expect(loadShareDialog).not.toHaveBeenCalled();
});

test('a part whose loading failed is asked for again', async () => {
  const load = vi.fn(async () => ({ ...slots, localData: async () => localData }));
  load.mockRejectedValueOnce(new Error('offline'));
  provideSlots(load);
  await expect(loadSlot('localData')).rejects.toThrow('offline');
  expect(await loadSlot('localData')).toBe(localData);
});

test.each(Object.entries(slots))('the slot %s is filled', async (_name, load) => {
  expect(await load()).toBeTruthy();
});
