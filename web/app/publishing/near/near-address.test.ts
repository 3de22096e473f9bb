import { expect, test } from 'vitest';
import { nearHref, parseNear, widerThan } from './near-address.ts';

test('the address names a city and a radius that is offered, and nothing else', () => {
  const parse = (query: string) => parseNear(new URLSearchParams(query));
  expect(parse('city=12&radius=25')).toEqual({ city: 12, radius: 25, district: '' });
  expect(parse('city=12&radius=26')).toEqual({ city: 12, radius: null, district: '' });
  expect(parse('city=-1')).toEqual({ city: null, radius: null, district: '' });
  expect(parse('city=1e9&radius=')).toEqual({ city: null, radius: null, district: '' });
  expect(parse(nearHref({ city: 12, radius: 50, district: 'Центр' }).slice(6))).toEqual({
    city: 12,
    radius: 50,
    district: '',
  });
  expect(parse(nearHref({ city: 12, radius: null, district: 'Центр' }).slice(6))).toEqual({
    city: 12,
    radius: null,
    district: 'Центр',
  });
  expect(nearHref({ city: null, radius: null, district: 'Центр' })).toBe('/near');
});

test('an empty list is widened step by step', () => {
  expect([null, 10, 25, 50, 100, 200, 500].map(widerThan)).toEqual([25, 25, 100, 100, 500, 500, null]);
});
