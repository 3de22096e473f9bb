import { IconHeart, IconHeartFilled, IconMessage2 } from 'virtual:icons';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

test('an icon of lines has the width of its lines, and what it was given', () => {
  expect(renderToString(<IconHeart size={20} stroke={1.7} className="x" aria-hidden />)).toMatch(
    /^<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="1.7" class="x" aria-hidden="true"><path d="[^"]+"\/><\/svg>$/,
  );
});

test('an icon of areas is filled with the colour of the text', () => {
  expect(renderToString(<IconHeartFilled style={{ opacity: 0.5 }} />)).toMatch(
    /^<svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" style="opacity:0.5"><path d="[^"]+"\/><\/svg>$/,
  );
});

test('several shapes take their look from the icon', () => {
  expect(renderToString(<IconMessage2 />)).toMatch(/stroke-width="2">(<path d="[^"]+"\/>)+<\/svg>$/);
});
