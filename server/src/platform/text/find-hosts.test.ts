import { expect, test } from 'vitest';
import { findHosts } from './find-hosts.ts';

test('a link is found as it is, bent, and spoken', () => {
  expect(findHosts('Пишите на shop.example.com')).toEqual(['shop.example.com']);
  expect(findHosts('hxxps://shop.example.com')).toEqual(['shop.example.com']);
  expect(findHosts('заходите: магазин точка ру')).toEqual(['xn--80aairftm.ru']);
});

test.each([
  ['spaces', ' '],
  ['line breaks', '\n'],
])('a name before twenty thousand %s is read at once, and a link behind them is found', (_, sign) => {
  const gap = sign.repeat(20_000);
  expect(findHosts(`${'a'.repeat(63)}${gap}`)).toEqual([]);
  expect(findHosts(`shop${gap}dot${gap}com`)).toEqual(['shop.com']);
});
