import { expect, test } from 'vitest';
import { foldName, localName, searchNames } from './names.ts';

const munich = { name_en: 'Munich', name_native: 'München', names: { ru: 'Мюнхен', de: 'München' } };

test('a name is shown in the viewer’s language, else native for Russians and English for the rest', () => {
  expect(localName(munich, 'ru')).toBe('Мюнхен');
  expect(localName(munich, 'de')).toBe('München');
  expect(localName(munich, 'ko')).toBe('Munich');
  expect(localName({ name_en: 'Kazan', name_native: 'Казань', names: {} }, 'ru')).toBe('Казань');
});

test('search sees no difference between ё and е, cases, accents, hyphens and apostrophes', () => {
  expect(foldName('Орёл')).toBe(foldName('орел'));
  expect(foldName('München')).toBe('munchen');
  expect(foldName('Улан-Удэ')).toBe(foldName('улан удэ'));
  expect(foldName('N’Djamena')).toBe(foldName("N'Djamena"));
  expect(foldName('İzmir')).toBe('izmir');
});

test('a bar typed into the search can not match the border between two names', () => {
  expect(foldName('a|b')).toBe('ab');
});

test('every name of an entry is searched once', () => {
  expect(searchNames(munich)).toBe(`|munchen|munich|${foldName('Мюнхен')}|`);
});
