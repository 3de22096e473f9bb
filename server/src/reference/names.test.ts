import { expect, test } from 'vitest';
import { localizedName, normalizeName, searchNames } from './names.ts';

const munich = { name_en: 'Munich', name_native: 'München', names: { ru: 'Мюнхен', de: 'München' } };

test('a name is shown in the viewer’s language, else native for Russians and English for the rest', () => {
  expect(localizedName(munich, 'ru')).toBe('Мюнхен');
  expect(localizedName(munich, 'de')).toBe('München');
  expect(localizedName(munich, 'ko')).toBe('Munich');
  expect(localizedName({ name_en: 'Kazan', name_native: 'Казань', names: {} }, 'ru')).toBe('Казань');
});

test('search sees no difference between ё and е, cases, accents, hyphens and apostrophes', () => {
  expect(normalizeName('Орёл')).toBe(normalizeName('орел'));
  expect(normalizeName('München')).toBe('munchen');
  expect(normalizeName('Улан-Удэ')).toBe(normalizeName('улан удэ'));
  expect(normalizeName('N’Djamena')).toBe(normalizeName("N'Djamena"));
  expect(normalizeName('İzmir')).toBe('izmir');
});

test('a bar typed into the search can not match the border between two names', () => {
  expect(normalizeName('a|b')).toBe('ab');
});

test('every name of an entry is searched once', () => {
  expect(searchNames(munich)).toBe(`|munchen|munich|${normalizeName('Мюнхен')}|`);
});
