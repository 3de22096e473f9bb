import { expect, test } from 'vitest';
import { historyHref, parseHistoryAddress, shownTotals } from './history-address.ts';

test.each([
  ['', { page: 1, size: 10 }],
  ['page=3&size=25', { page: 3, size: 25 }],
  ['page=-1&size=11', { page: 1, size: 10 }],
  ['page=1e99&size=abc', { page: 1, size: 10 }],
])('the address «%s» asks for %o', (query, wanted) => {
  expect(parseHistoryAddress(new URLSearchParams(query))).toEqual(wanted);
});

test('addresses of the first page of ten say nothing else, and all others lead back to themselves', () => {
  expect(historyHref(7, { page: 1, size: 10 })).toBe('/user/invite_history/7');
  const href = historyHref(7, { page: 2, size: 25 });
  expect(href).toBe('/user/invite_history/7?size=25&page=2');
  expect(parseHistoryAddress(new URL(href, 'http://localhost').searchParams)).toEqual({ page: 2, size: 25 });
});

test('a summary names who is here and who paid, and of the rest what there is', () => {
  const none = { invited: 0, activated: 0, paid: 0, rewarded: 0, reversed: 0, review: 0, refused: 0 };
  expect(shownTotals(none, 0).map(({ state }) => state)).toEqual(['activated', 'paid']);
  expect(shownTotals({ ...none, invited: 2, refused: 1 }, 0)).toEqual([
    { state: 'invited', count: 2 },
    { state: 'activated', count: 0 },
    { state: 'paid', count: 0 },
    { state: 'refused', count: 1 },
  ]);
});

test('whoever subscribed is counted as such, also when the reward has been given', () => {
  const none = { invited: 0, activated: 0, paid: 0, rewarded: 0, reversed: 0, review: 0, refused: 0 };
  expect(shownTotals({ ...none, rewarded: 2 }, 2)).toContainEqual({ state: 'paid', count: 2 });
});
