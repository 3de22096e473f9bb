import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { JsonLd } from '../app/ui/json-ld.tsx';

test('structured data cannot end its element, and says what it said', () => {
  const data = { name: '</script><script>alert(1)</script><!--', price: 1 };
  const html = renderToString(<JsonLd data={data} />);
  const [, json = ''] = /^<script type="application\/ld\+json">(.*)<\/script>$/.exec(html) ?? [];
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual(data);
});
