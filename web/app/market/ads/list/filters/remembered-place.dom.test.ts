import { beforeEach, expect, test } from 'vitest';
import { declinePlace, isPlaceDeclined, readRememberedPlace, rememberPlace } from './remembered-place.ts';

beforeEach(() => localStorage.clear());

const KAZAN = { name: 'Казань', country: 1, city: 5, radius: 25, district: '' };

test('the place of the last search is kept until it is declined, and comes back with the next search', () => {
  expect(readRememberedPlace()).toBeNull();
  rememberPlace(KAZAN);
  expect(readRememberedPlace()).toEqual(KAZAN);
  declinePlace();
  expect([readRememberedPlace(), isPlaceDeclined()]).toEqual([null, true]);
  rememberPlace({ ...KAZAN, city: null, radius: null });
  expect([readRememberedPlace(), isPlaceDeclined()]).toEqual([{ ...KAZAN, city: null, radius: null }, false]);
});

test.each([
  '{',
  'null',
  '[]',
  '{"name":"","country":1,"city":5,"radius":25}',
  '{"name":"Казань","country":"1","city":-5}',
])('what is no place is none: %s', (stored) => {
  localStorage.setItem('place', stored);
  expect(readRememberedPlace()).toBeNull();
});

test('a district is remembered with its city, and not with a distance', () => {
  const district = 'Вахитовский район';
  rememberPlace({ ...KAZAN, radius: null, district });
  expect(readRememberedPlace()).toEqual({ ...KAZAN, radius: null, district });
  rememberPlace({ ...KAZAN, district });
  expect(readRememberedPlace()).toEqual(KAZAN);
});

test('a distance that is not offered, or has no city, is left out', () => {
  localStorage.setItem('place', JSON.stringify({ ...KAZAN, radius: 33 }));
  expect(readRememberedPlace()).toEqual({ ...KAZAN, radius: null });
  localStorage.setItem('place', JSON.stringify({ ...KAZAN, city: null }));
  expect(readRememberedPlace()).toEqual({ ...KAZAN, city: null, radius: null });
});
