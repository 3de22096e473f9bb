import { expect, test } from 'vitest';
import { createCachedPages } from './cached-pages.ts';

const page = (html: string) => ({ html, scripts: ['let a'] });

test('a page is found for the same values only', () => {
  const pages = createCachedPages();
  const key = pages.keyOf(['/', 1, 'data of Anna']);
  expect(pages.find(key)).toBeUndefined();
  const cached = pages.keep(key, page('<p>Анна</p>'));
  expect(cached).toEqual({ body: Buffer.from('<p>Анна</p>'), scripts: ['let a'] });
  expect(pages.find(pages.keyOf(['/', 1, 'data of Anna']))).toBe(cached);
  for (const others of [
    ['/?page=2', 1, 'data of Anna'],
    ['/', 2, 'data of Anna'],
    ['/', 1, 'data of Boris'],
  ])
    expect(pages.find(pages.keyOf(others))).toBeUndefined();
});

test('the pages that were not used for the longest time go first', () => {
  const pages = createCachedPages({ bytesMax: 100 });
  const keep = (name: string) => pages.keep(pages.keyOf([name]), page('x'.repeat(40)));
  const has = (name: string) => pages.find(pages.keyOf([name])) !== undefined;
  keep('1');
  keep('2');
  expect(has('1')).toBe(true);
  keep('3');
  expect([has('1'), has('2'), has('3')]).toEqual([true, false, true]);
});

test('a check renders every page, and tells one that depends on more than its values', () => {
  const pages = createCachedPages({ isChecked: true });
  const key = pages.keyOf(['/']);
  pages.keep(key, page('<p>1</p>'));
  expect(pages.find(key)).toBeUndefined();
  expect(pages.keep(key, page('<p>1</p>')).body.toString()).toBe('<p>1</p>');
  expect(() => pages.keep(key, page('<p>2</p>'))).toThrow('A page depends on more than its data');
});
