import { expect, test } from 'vitest';
import { circleHref, parseCircleAddress } from './circle-address.ts';

const read = (text: string) => parseCircleAddress(new URLSearchParams(text));

test('the address holds the tab, the search, the place and the page, and leads back to the same list', () => {
  const address = read('tab=requests&sent=1&search=%20Анна%20&country=1&city=3&page=2');
  expect(address).toEqual({
    tab: 'requests',
    isSent: true,
    search: 'Анна',
    country: 1,
    city: 3,
    isOnline: false,
    page: 2,
  });
  expect(parseCircleAddress(new URL(circleHref(address), 'http://localhost').searchParams)).toEqual(address);
});

test('a city counts only within a country, and nonsense counts as not chosen', () => {
  expect(read('city=3&tab=enemies&page=-1&country=all&sent=1')).toEqual({
    tab: 'friends',
    isSent: false,
    search: '',
    country: null,
    city: null,
    isOnline: false,
    page: 1,
  });
  expect(circleHref({ city: 3 })).toBe('/circle');
});

test('the filter of those online stands in the address, and requests have none', () => {
  expect(read('online=1&tab=fams')).toMatchObject({ tab: 'fams', isOnline: true });
  expect(read('online=1&tab=requests').isOnline).toBe(false);
  expect(circleHref({ isOnline: true, page: 2 })).toBe('/circle?online=1&page=2');
  expect(circleHref({ tab: 'requests', isOnline: true })).toBe('/circle?tab=requests');
});
