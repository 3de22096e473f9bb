import { expect, it } from 'vitest';
import { preloadStylesheets } from './stylesheet-preloads.ts';

const page = (head: string, body = '') =>
  `<html><head><meta charSet="utf-8"/>${head}</head><body>${body}</body></html>`;

it('preloads stylesheets in front of what else the head loads', () => {
  const rest =
    '<link rel="preload" as="image" href="/a.webp"/><script>one()</script>' +
    '<link rel="stylesheet" href="/frame.css#"/><link rel="stylesheet" href="/page.css"/>';
  const preloads =
    '<link rel="preload" as="style" href="/frame.css#"/><link rel="preload" as="style" href="/page.css"/>';
  expect(preloadStylesheets(page(rest))).toBe(page(preloads + rest));
});

it('leaves a page without stylesheets in its head as it is', () => {
  const html = page('<title>Page</title>', '<link rel="stylesheet" href="/late.css"/>');
  expect(preloadStylesheets(html)).toBe(html);
  expect(preloadStylesheets('<p>No head</p>')).toBe('<p>No head</p>');
});
