import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES } from '@app/contract/platform/languages';
import { expect, test } from 'vitest';

// The name is replaced wherever it stands, so that nothing else may be spelled like it.
test('the texts use the word of the name for nothing else', () => {
  const folder = new URL('../../../../contract/locales/', import.meta.url);
  const found: string[] = [];
  for (const lang of LANGUAGES) {
    for (const file of readdirSync(new URL(`${lang}/`, folder))) {
      const texts: Record<string, string> = JSON.parse(readFileSync(new URL(`${lang}/${file}`, folder), 'utf8'));
      for (const [key, text] of Object.entries(texts))
        if (/Около \d|Около [#{]|\{Okolo[,}]|Около[а-яё]|Okolo[a-z]/.test(text)) found.push(`${lang} ${file} ${key}`);
    }
  }
  expect(found).toEqual([]);
});
