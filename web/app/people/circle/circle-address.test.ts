import { expect, test } from 'vitest';
import { circleHref, parseCircleAddress } from './circle-address.ts';

const read = (text: string) => parseCircleAddress(new URLSearchParams(text));

test('the address holds the tab, the search, the place and the page, and leads back to the same list', () => {
  const address = read('tab=requests&sent=1&search=%20Анна%20&country=1&city=3&page=2');
  expect(address).toEqual({ tab: 'requests', isSent: true, search: 'Анна', country: 1, city: 3, page: 2 });
  expect(parseCircleAddress(new URL(circleHref(address), 'http://localhost').searchParams)).toEqual(address);
});

test('a city counts only within a country, and nonsense counts as not chosen', () => {
  expect(read('city=3&tab=enemies&page=-1&country=all&sent=1')).toEqual({
    tab: 'friends',
    isSent: false,
    search: '',
    country: null,
    city: null,
    page: 1,
  });
  expect(circleHref({ city: 3 })).toBe('/circle');
});
