import { expect, test } from 'vitest';
import { createCachedParts } from './cached-parts.ts';

const SECRET = 's3';

test('a part is found under its key once a page with it was taken, and the marks leave the page', () => {
  const parts = createCachedParts(SECRET);
  const first = parts.open();
  expect(first.find('card 1')).toBeUndefined();
  const [outer, inner] = [first.mark('card 1'), first.mark('body 1')];
  const page =
    `<main><div class="x" data-cached="${outer}"><div></div><div data-cached="${inner}"><b>1</b></div></div>` +
    '<div>2</div></main>';
  expect(first.take(page, true)).toBe('<main><div class="x"><div></div><div><b>1</b></div></div><div>2</div></main>');
  const second = parts.open();
  expect(second.find('card 1')).toBe('<div></div><div><b>1</b></div>');
  expect(second.find('body 1')).toBe('<b>1</b>');
  expect(second.take('<p>3</p>', true)).toBe('<p>3</p>');
});

test('a page that lacks something leaves nothing behind, and markup of somebody else is no part', () => {
  const parts = createCachedParts(SECRET);
  const failed = parts.open();
  expect(failed.take(`<nav data-cached="${failed.mark('nav')}">1</nav>`, false)).toBe('<nav>1</nav>');
  const next = parts.open();
  expect(next.find('nav')).toBeUndefined();
  const mark = next.mark('nav');
  next.take(`<p data-cached="guess-0">foreign</p><nav data-cached="${mark}">2</nav>`, true);
  expect(parts.open().find('nav')).toBe('2');
});

test('the parts that were not used for the longest time go first', () => {
  const content = 'x'.repeat(90);
  const parts = createCachedParts(SECRET, { sizeMax: 10_000 });
  const keep = (key: string): void => {
    const page = parts.open();
    page.take(`<div data-cached="${page.mark(key)}">${content}</div>`, true);
  };
  for (let i = 100; i < 250; i++) {
    keep(`key${i}`);
    parts.open().find('key100');
  }
  const found = (key: string): boolean => parts.open().find(key) !== undefined;
  expect([found('key100'), found('key101'), found('key249')]).toEqual([true, false, true]);
});

test('what would push out many others is not kept', () => {
  const parts = createCachedParts(SECRET, { sizeMax: 10_000 });
  const page = parts.open();
  page.take(`<div data-cached="${page.mark('large')}">${'x'.repeat(101)}</div>`, true);
  expect(parts.open().find('large')).toBeUndefined();
});

test('a check renders every part, and tells one that depends on more than its values', () => {
  const parts = createCachedParts(SECRET, { isChecked: true });
  const show = (words: string): string => {
    const page = parts.open();
    expect(page.find('nav')).toBeUndefined();
    return page.take(`<nav data-cached="${page.mark('nav')}">${words}</nav>`, true);
  };
  expect([show('Anna'), show('Anna')]).toEqual(['<nav>Anna</nav>', '<nav>Anna</nav>']);
  expect(() => show('Boris')).toThrow('depends on more than its values: nav');
});
