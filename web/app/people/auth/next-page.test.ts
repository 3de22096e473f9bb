import { expect, test } from 'vitest';
import { nextPage } from './next-page.ts';

test.each([
  ['?next=/add', '/add'],
  ['?next=%2Fad%2F5%3Fx%3D1', '/ad/5?x=1'],
  ['', '/'],
  ['?next=//evil.example', '/'],
  ['?next=/\\evil.example', '/'],
  ['?next=https://evil.example', '/'],
  ['?next=javascript:alert(1)', '/'],
])('after signing in with %s people land on %s', (search, expected) => {
  expect(nextPage(search)).toBe(expected);
});
