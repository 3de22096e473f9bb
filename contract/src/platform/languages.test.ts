import { describe, expect, test } from 'vitest';
import { chooseLanguage, isLang, LANGUAGE_NAMES, LANGUAGES } from './languages.ts';

describe('the language of a request', () => {
  test.each([
    ['the cookie wins over the browser', 'ko', 'de,en', 'ko'],
    ['an unknown cookie counts as none', 'xx', 'de', 'de'],
    ['the first that we speak', undefined, 'pl, cs;q=0.9, it;q=0.8', 'it'],
    ['the best liked, wherever it stands', undefined, 'en;q=0.3, fr;q=0.9, de;q=0.5', 'fr'],
    ['equally liked ones in their order', undefined, 'es,de', 'es'],
    ['a regional variant is the language', undefined, 'de-AT', 'de'],
    ['letter case does not matter', undefined, 'EN-us', 'en'],
    ['one that is refused is not taken', undefined, 'en;q=0, ko;q=0.1', 'ko'],
    ['Russian when nothing fits', undefined, 'pl,uk', 'ru'],
    ['Russian when nothing is said', undefined, undefined, 'ru'],
    ['Russian for nonsense', undefined, ',;;q=,*;q=x,en;q=..', 'ru'],
  ])('%s', (_name, cookie, header, lang) => {
    expect(chooseLanguage(cookie, header)).toBe(lang);
  });

  test('a header of any length is looked at only so far', () => {
    expect(chooseLanguage(undefined, `${'pl,'.repeat(100_000)}en`)).toBe('ru');
  });
});

test('only the seven languages are languages, each with a name of its own', () => {
  expect(LANGUAGES.filter(isLang)).toHaveLength(7);
  expect([undefined, null, 'RU', 'toString', 7].filter(isLang)).toEqual([]);
  expect(new Set(Object.values(LANGUAGE_NAMES)).size).toBe(7);
});
