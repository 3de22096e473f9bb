import { expect, test } from 'vitest';
import { listAddress, pageInRange, parseAdsAddress, partAfterCell } from './ads-address.ts';

const read = (text: string) => parseAdsAddress(new URLSearchParams(text));

test('the address holds tab, words and page, and only what is chosen', () => {
  const address = { tab: 'archive', search: 'кресло', page: 3, folder: null } as const;
  const href = listAddress('/ads', address);
  expect(read(href.split('?')[1] ?? '')).toEqual(address);
  expect(listAddress('/ads', { tab: 'mine', search: '', page: 1 })).toBe('/ads');
});

test('nonsense in the address counts as not chosen', () => {
  expect(read('tab=secret&page=-4')).toEqual({ tab: 'mine', search: '', page: 1, folder: null });
  expect(read('page=99999999999')).toMatchObject({ page: 1 });
});

test('a folder is in the address of favourites alone', () => {
  const address = { tab: 'favourite', search: '', page: 1, folder: 0 } as const;
  const href = listAddress('/ads', address);
  expect(href).toBe('/ads?tab=favourite&folder=0');
  expect(read(href.split('?')[1] ?? '')).toEqual(address);
  expect(read('tab=archive&folder=4').folder).toBeNull();
  expect(read('tab=favourite&folder=x').folder).toBeNull();
});

test('a page beyond the end leads to the last one', () => {
  expect(pageInRange(5, 48, 12)).toBe(4);
  expect(pageInRange(4, 48, 12)).toBeNull();
  expect(pageInRange(2, 0, 12)).toBe(1);
});

test('pages follow each other without a gap when the first one has a cell of its own', () => {
  expect(partAfterCell(1, 12)).toEqual({ size: 11, offset: 0 });
  expect(partAfterCell(2, 12)).toEqual({ size: 12, offset: 11 });
  expect(partAfterCell(3, 12)).toEqual({ size: 12, offset: 23 });
});
