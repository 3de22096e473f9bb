import { expect, test } from 'vitest';
import { addPageData } from './page-data.ts';

const run = (scripts: readonly string[]): unknown[] => {
  const told: unknown[] = [];
  const streamController = { enqueue: (data: string) => told.push(data), close: () => told.push('closed') };
  for (const script of scripts) new Function('window', script)({ __reactRouterContext: { streamController } });
  return told;
};

test('the browser gets the very data, and none of it ends the script', () => {
  const data = '["</script><!--", "a & b", "\u2028"]';
  const page = { html: '<html><body><p>1</p></body></html>', scripts: ['own()'] };
  const { html, scripts } = addPageData(page, data);
  expect(run(scripts.slice(1))).toEqual([data, 'closed']);
  expect(html).toMatch(/^<html><body><p>1<\/p><!--\$--><script>.*<\/script><!--\/\$--><!--\/\$--><\/body><\/html>$/);
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  for (const script of scripts.slice(1)) expect(html).toContain(`<script>${script}</script>`);
});

test('a page without data, or without an end, stays as it is', () => {
  const page = { html: '<html><body></body></html>', scripts: [] };
  expect(addPageData(page, undefined)).toEqual(page);
  expect(addPageData({ ...page, html: '<html>' }, '[]').html).toBe('<html>');
});
