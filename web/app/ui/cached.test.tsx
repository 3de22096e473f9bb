import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { LanguageProvider } from '../platform/i18n.tsx';
import { createCachedParts } from '../platform/loading/cached-parts.ts';
import { PartCacheContext } from '../platform/loading/part-cache.ts';
import { CachedOnServer } from './cached.tsx';

const parts = createCachedParts('secret');
const Words = vi.fn(({ words }: { words: string }) => (
  <p>
    {words} <b>&amp;</b>
  </p>
));

function render(words: string, lang: 'ru' | 'en' = 'ru', isCached = true): string {
  const cache = parts.open();
  const page = (
    <LanguageProvider initial={lang}>
      <PartCacheContext value={isCached ? cache : null}>
        <CachedOnServer as="nav" name="test" by={[words]} className="x">
          <Words words={words} />
        </CachedOnServer>
      </PartCacheContext>
    </LanguageProvider>
  );
  return cache.take(renderToString(page), true);
}

test('a part is rendered once for its values and each language, with the markup of every render', () => {
  const plain = render('a', 'ru', false);
  expect(plain).toBe('<nav class="x"><p>a<!-- --> <b>&amp;</b></p></nav>');
  Words.mockClear();
  expect([render('a'), render('a'), render('a')]).toEqual([plain, plain, plain]);
  expect(Words).toHaveBeenCalledTimes(1);
  expect(render('b')).toContain('<p>b<');
  expect(render('a', 'en')).toBe(plain);
  expect(Words).toHaveBeenCalledTimes(3);
});
