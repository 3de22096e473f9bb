import { expect, test } from 'vitest';
import { listHref, NO_FILTERS, readFilters } from './ad-filters.ts';

test('what is not chosen leaves no trace in the address of the list', () => {
  expect(listHref(NO_FILTERS)).toBe('/');
  expect(listHref({ category: 2, country: 1, city: 7, search: 'велосипед', page: 3 })).toBe(
    '/?category=2&country=1&city=7&search=%D0%B2%D0%B5%D0%BB%D0%BE%D1%81%D0%B8%D0%BF%D0%B5%D0%B4&page=3',
  );
});

test('a city without its country is not chosen', () => {
  expect(readFilters(new URLSearchParams('city=7'))).toEqual(NO_FILTERS);
  expect(listHref({ city: 7 })).toBe('/');
});

test('nonsense in the address counts as not chosen', () => {
  const query = new URLSearchParams('category=abc&country=-1&page=0&search=%20%20');
  expect(readFilters(query)).toEqual(NO_FILTERS);
  expect(readFilters(new URLSearchParams('page=1e309&category=99999999999999999999'))).toEqual(NO_FILTERS);
});

test('an empty form and an untouched list have one address', () => {
  expect(listHref(readFilters(new URLSearchParams('search=&category=&country=&city=')))).toBe('/');
});
