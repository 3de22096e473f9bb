import { expect, test, vi } from 'vitest';
import { readStored, readStoredObject, writeStored } from './stored.ts';

test('what was written is read until it is removed', () => {
  writeStored('key', 'value');
  expect(readStored('key')).toBe('value');
  writeStored('key', null);
  expect(readStored('key')).toBeNull();
});

test.each(['{', '5', 'null'])('an entry that is no object counts as empty: %s', (text) => {
  writeStored('key', text);
  expect(readStoredObject('key')).toEqual({});
});

test('a forbidden storage is empty and takes nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(() => writeStored('key', 'value')).not.toThrow();
  expect(readStored('key')).toBeNull();
  vi.unstubAllGlobals();
});
