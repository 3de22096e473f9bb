import { expect, test } from 'vitest';
import { optionsHtml } from './options-html.ts';

test('a drop-down offers everything first and marks what is chosen', () => {
  const html = optionsHtml(
    'Любая',
    [
      { id: 1, name: 'Россия' },
      { id: 2, name: 'Казахстан' },
    ],
    2,
  );
  expect(html).toBe(
    '<option value="">Любая</option><option value="1">Россия</option><option value="2" selected="">Казахстан</option>',
  );
});

test('a name that looks like markup stays a name', () => {
  expect(optionsHtml('', [{ id: 1, name: `</select><img src=x onerror="alert('1')">&` }], null)).toBe(
    '<option value=""></option><option value="1">&lt;/select&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</option>',
  );
});
