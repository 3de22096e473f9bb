import { expect, it } from 'vitest';
import { orderLoads } from './load-order.ts';

const page = (head: string, body = '') =>
  `<html><head><meta charSet="utf-8"/>${head}</head><body>${body}</body></html>`;

it('preloads stylesheets in front of what else the head loads', () => {
  const rest =
    '<link rel="preload" as="image" href="/a.webp"/><script>one()</script>' +
    '<link rel="stylesheet" href="/frame.css#"/><link rel="stylesheet" href="/page.css"/>';
  const preloads =
    '<link rel="preload" as="style" href="/frame.css#"/><link rel="preload" as="style" href="/page.css"/>';
  expect(orderLoads(page(rest))).toBe(page(preloads + rest));
});

it('preloads scripts of the head with a low priority', () => {
  const body = '<link rel="modulepreload" href="/late.js"/>';
  const html = page('<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>', body);
  const low =
    '<link rel="modulepreload" href="/a.js" fetchpriority="low"/>' +
    '<link rel="modulepreload" href="/b.js" fetchpriority="low"/>';
  expect(orderLoads(html)).toBe(page(low, body));
});

it('leaves a page that loads nothing in its head as it is', () => {
  const html = page('<title>Page</title>', '<link rel="stylesheet" href="/late.css"/>');
  expect(orderLoads(html)).toBe(html);
  expect(orderLoads('<p>No head</p>')).toBe('<p>No head</p>');
});
