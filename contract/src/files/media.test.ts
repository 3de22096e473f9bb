import { expect, test } from 'vitest';
import { variantUrls } from './media.ts';

test('addresses of a picture stand by width, the narrowest first, and nothing else', () => {
  const urls = variantUrls([1600, 400, 800], (width) => `/${width}`);
  expect(JSON.stringify(urls)).toBe('{"400":"/400","800":"/800","1600":"/1600"}');
  expect(Object.entries(urls)).toEqual([
    ['400', '/400'],
    ['800', '/800'],
    ['1600', '/1600'],
  ]);
});
