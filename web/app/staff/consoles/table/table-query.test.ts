import { expect, test } from 'vitest';
import { callQuery, parseTableQuery, requireInside, tableHref } from './table-query.ts';

const read = (address: string) => parseTableQuery(new URLSearchParams(address));

test('an address says page, size, words and order; what it may not say is left out', () => {
  expect(read('search= стол &page=3&size=25&sort=title&order=desc')).toEqual({
    search: 'стол',
    page: 3,
    size: 25,
    sort: 'title',
    order: 'desc',
  });
  expect(read('page=-1&size=1000&order=sideways')).toMatchObject({ page: 1, size: 10, sort: undefined, order: 'asc' });
});

test('a call is asked for the rows of the page, and for no order that it does not know', () => {
  expect(callQuery(read('page=3&size=25&sort=title'), ['title', 'price'])).toEqual({
    search: '',
    size: 25,
    offset: 50,
    sort: 'title',
    order: 'asc',
  });
  expect(callQuery(read('sort=password_hash'), ['title'])).toEqual({ search: '', size: 10, offset: 0 });
});

test('whatever changes but the page leads to the first page, and defaults are not spelt out', () => {
  const address = new URLSearchParams('page=4&size=25&search=стол');
  expect(tableHref('/admin/boards', address, { page: 5 })).toBe(
    `/admin/boards?page=5&size=25&search=${encodeURIComponent('стол')}`,
  );
  expect(tableHref('/admin/boards', address, { search: '' })).toBe('/admin/boards?size=25');
  expect(tableHref('/admin/boards', address, { size: 10, search: null })).toBe('/admin/boards');
  expect(tableHref('/admin/boards', address, { page: 1, search: '', size: 10 })).toBe('/admin/boards');
});

test('a page behind the last one leads to the last', () => {
  const go = (page: number, total: number | undefined): unknown => {
    try {
      requireInside(new URL(`http://x/admin/boards?page=${page}`), read(`page=${page}`), total);
    } catch (answer) {
      return answer instanceof Response ? answer.headers.get('location') : answer;
    }
    return undefined;
  };
  expect([go(2, 20), go(3, 20), go(9, 0), go(9, undefined)]).toEqual([
    undefined,
    '/admin/boards?page=2',
    '/admin/boards',
    undefined,
  ]);
});
