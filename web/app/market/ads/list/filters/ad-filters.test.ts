import { expect, test } from 'vitest';
import { chosenCount, feedHref, listHref, NO_FILTERS, parseFilters } from './ad-filters.ts';

test('what is not chosen leaves no trace in the address of the list', () => {
  expect(listHref(NO_FILTERS)).toBe('/');
  expect(listHref({ category: 2, country: 1, city: 7, search: 'велосипед', page: 3 })).toBe(
    '/?category=2&country=1&city=7&search=%D0%B2%D0%B5%D0%BB%D0%BE%D1%81%D0%B8%D0%BF%D0%B5%D0%B4&page=3',
  );
});

test('a city needs no country beside it', () => {
  expect(parseFilters(new URLSearchParams('city=7'))).toEqual({ ...NO_FILTERS, city: 7 });
  expect(listHref({ city: 7 })).toBe('/?city=7');
});

test('an order by distance needs a distance', () => {
  expect(listHref(read('city=7&radius=25&sort=near'))).toBe('/?city=7&radius=25&sort=near');
  expect(listHref(read('city=7&sort=near'))).toBe('/?city=7');
  expect(listHref(read('radius=25&sort=near'))).toBe('/');
  expect(listHref({ ...read('city=7&radius=25&sort=near'), city: null })).toBe('/');
});

test('a district needs a city, and gives way to a distance', () => {
  const district = encodeURIComponent('Центр');
  expect(read(`city=7&district=${district}`)).toEqual({ ...NO_FILTERS, city: 7, district: 'Центр' });
  expect(listHref({ city: 7, district: 'Центр' })).toBe(`/?city=7&district=${district}`);
  expect(listHref(read(`district=${district}`))).toBe('/');
  expect(listHref(read(`city=7&radius=25&district=${district}`))).toBe('/?city=7&radius=25');
  expect(listHref({ ...read(`city=7&district=${district}`), city: null })).toBe('/');
});

test('nonsense in the address counts as not chosen', () => {
  const query = new URLSearchParams('category=abc&country=-1&page=0&search=%20%20');
  expect(parseFilters(query)).toEqual(NO_FILTERS);
  expect(parseFilters(new URLSearchParams('page=1e309&category=99999999999999999999'))).toEqual(NO_FILTERS);
});

test('an empty form and an untouched list have one address', () => {
  expect(listHref(parseFilters(new URLSearchParams('search=&category=&country=&city=')))).toBe('/');
});

const read = (address: string) => parseFilters(new URLSearchParams(address));

test('every filter stands in the address and is read back from it', () => {
  const address =
    '/?category=2&country=1&city=7&price_from=500&price_to=58000&photo=1&days=7&radius=50&attributes=12:5,7;14:10-20&sort=price_asc';
  expect(listHref(read(address.slice(2)))).toBe(address);
  expect(chosenCount(read(address.slice(2)))).toBe(7);
});

test('each list has one address, however its parts are spelled', () => {
  expect(listHref(read('attributes=14:10-20;12:7,5,5&category=2'))).toBe('/?category=2&attributes=12:5,7;14:10-20');
  expect(listHref(read('sort=date&page=1&photo=0&days='))).toBe('/');
  expect(listHref(read('sort=relevance&exact=1'))).toBe('/');
  expect(listHref(read('search=a&sort=relevance'))).toBe('/?search=a');
  expect(listHref(read('search=a&sort=date&exact=1'))).toBe('/?search=a&sort=date&exact=1');
  expect(listHref({ ...read('search=a&sort=date'), search: '' })).toBe('/');
  expect(listHref(read('price_from=12+000&price_to=3000'))).toBe('/?price_from=3000&price_to=12000');
});

test('fields of a form without scripts mean the same as the one spelling', () => {
  expect(listHref(read('category=2&a12=7&a12=5&a14_from=1,5&a14_to=&a15_from=&a15_to='))).toBe(
    '/?category=2&attributes=12:5,7;14:1.5-',
  );
});

test('a distance without a city and attributes without a category are not chosen', () => {
  expect(read('country=1&radius=50&attributes=12:5')).toEqual({ ...NO_FILTERS, country: 1 });
});

test('ages, distances and orders that are not offered count as not chosen', () => {
  expect(read('days=5&sort=rating&photo=yes&price_from=-3&page=9999999999')).toEqual(NO_FILTERS);
  expect(read('country=1&city=7&radius=33').radius).toBeNull();
  expect(read(`category=2&attributes=${'1'.repeat(600)}`).attributes).toBe('');
});

test('the feed of a list has its filters, but no order, page or circle', () => {
  expect(feedHref(NO_FILTERS, 'ru')).toBe('/feeds/ads.atom?lang=ru');
  const filters = read('category=2&city=7&price_to=500&photo=1&circle=1&friends_of_friends=1&sort=price_asc&page=3');
  expect(feedHref(filters, 'de')).toBe('/feeds/ads.atom?lang=de&category_id=2&city_id=7&price_to=500&photo=1');
});
