import { expect, test } from 'vitest';
import { searchHref } from './search-href.ts';

test('a district stands beside its city', () => {
  expect(searchHref({ city_id: 7, district: 'Центр' })).toBe('/?city=7&district=%D0%A6%D0%B5%D0%BD%D1%82%D1%80');
});

test('the list of a search has the address that the site gives it', () => {
  expect(searchHref({})).toBe('/');
  expect(searchHref({ category_id: 2, country_id: 1, city_id: 7, search: 'велосипед' })).toBe(
    '/?category=2&country=1&city=7&search=%D0%B2%D0%B5%D0%BB%D0%BE%D1%81%D0%B8%D0%BF%D0%B5%D0%B4',
  );
  expect(
    searchHref({
      attributes: '12:5,7;14:10-20',
      radius: 50,
      days: 7,
      photo: 1,
      price_to: 58_000,
      price_from: 500,
      city_id: 7,
      country_id: 1,
      category_id: 2,
    }),
  ).toBe(
    '/?category=2&country=1&city=7&price_from=500&price_to=58000&photo=1&days=7&radius=50&attributes=12:5,7;14:10-20',
  );
});
