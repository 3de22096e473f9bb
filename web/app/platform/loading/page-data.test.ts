import { expect, test } from 'vitest';
import { addPageData, cutEnd } from './page-data.ts';

const run = (scripts: readonly string[]): unknown[] => {
  const told: unknown[] = [];
  const streamController = { enqueue: (data: string) => told.push(data), close: () => told.push('closed') };
  for (const script of scripts) new Function('window', script)({ __reactRouterContext: { streamController } });
  return told;
};

test('the browser gets the very data, and none of it ends the script', () => {
  const data = `["</script><!--", "a & b", "\u2028", "it's", "\\"\\\\"]\r\n`;
  const [text, end] = cutEnd('<html><body><p>1</p></body></html>');
  const { html, scripts } = addPageData({ html: text, scripts: ['own()'] }, data, end);
  expect(run(scripts.slice(1))).toEqual([data, 'closed']);
  expect(html).toMatch(/^<html><body><p>1<\/p><!--\$--><script>.*<\/script><!--\/\$--><!--\/\$--><\/body><\/html>$/s);
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  for (const script of scripts.slice(1)) expect(html).toContain(`<script>${script}</script>`);
});

test('a page without data, or without an end, stays as it is', () => {
  for (const [html, data] of [
    ['<html><body></body></html>', undefined],
    ['<html>', '[]'],
  ] as const) {
    const [text, end] = cutEnd(html);
    expect(addPageData({ html: text, scripts: [] }, data, end)).toEqual({ html, scripts: [] });
  }
});
