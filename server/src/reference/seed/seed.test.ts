import { LANGUAGES } from '@app/contract/platform/languages';
import { ATTRIBUTE_CHOICES_MAX, ATTRIBUTE_NAME_MAX } from '@app/contract/reference/attributes';
import { CATEGORY_ICONS } from '@app/contract/reference/reference';
import { expect, test } from 'vitest';
import { localizedName, normalizeName } from '../names.ts';
import { countrySeeds } from './countries.ts';
import { ATTRIBUTES, CATEGORIES, CITIES, SEED_LANGUAGES } from './seed-data.ts';

const countries = countrySeeds();
const nativeNames = new Map(countries.map(({ iso, nameNative }) => [iso, nameNative]));

test('every country with a dial code is there once, Russia first', () => {
  expect(countries.length).toBeGreaterThan(240);
  expect(new Set(countries.map(({ iso }) => iso)).size).toBe(countries.length);
  expect(countries[0]).toMatchObject({ iso: 'RU', nameNative: 'Россия', nameEn: 'Russia', phoneCode: '7' });
  for (const country of countries) expect(country.phoneCode).toMatch(/^\d{1,3}$/);
});

test('countries call themselves by their own names', () => {
  const expected = {
    DE: 'Deutschland',
    CZ: 'Česko',
    JP: '日本',
    GE: 'საქართველო',
    KZ: 'Қазақстан',
    HK: '香港',
    US: 'United States',
  };
  for (const [iso, name] of Object.entries(expected)) expect(nativeNames.get(iso)).toBe(name);
});

test('a country is named in all seven languages', () => {
  const germany = countries.find(({ iso }) => iso === 'DE');
  const row = { name_en: germany?.nameEn ?? '', name_native: germany?.nameNative ?? '', names: germany?.names ?? {} };
  expect(LANGUAGES.map((lang) => localizedName(row, lang))).toEqual([
    'Германия',
    'Germany',
    'Alemania',
    'Deutschland',
    'Allemagne',
    'Germania',
    '독일',
  ]);
  for (const { iso, nameEn, nameNative, names } of countries) {
    expect(localizedName({ name_en: nameEn, name_native: nameNative, names }, 'ru'), iso).toMatch(/[а-яё]/i);
  }
});

test('cities are real ones of known countries, without repeats', () => {
  expect(CITIES.length).toBeGreaterThan(900);
  expect(CITIES.filter(({ iso }) => iso === 'RU').length).toBeGreaterThan(200);
  expect(new Set(CITIES.map(({ iso, nameEn }) => `${iso} ${nameEn}`)).size).toBe(CITIES.length);
  for (const { iso, nameEn, nameNative, population, latitude, longitude } of CITIES) {
    expect(nativeNames.has(iso), iso).toBe(true);
    expect(nameNative.trim().length, nameEn).toBeGreaterThan(0);
    expect(population, nameEn).toBeGreaterThan(0);
    expect(Math.abs(latitude), nameEn).toBeLessThanOrEqual(90);
    expect(Math.abs(longitude), nameEn).toBeLessThanOrEqual(180);
  }
});

test('cities abroad carry a Russian name, Russian ones are native', () => {
  for (const { iso, nameEn, nameNative, names } of CITIES)
    expect(names?.ru ?? nameNative, `${iso} ${nameEn}`).toMatch(/[а-яё]/i);
  const native = (name: string) => CITIES.find(({ nameEn }) => nameEn === name)?.nameNative;
  expect(['Kazan', 'Munich', 'Tokyo', 'Kyiv'].map(native)).toEqual(['Казань', 'München', '東京', 'Київ']);
});

test('the twelve categories stand in the order of the page and each has a picture', () => {
  expect(CATEGORIES.map(({ nameNative }) => nameNative).join(', ')).toBe(
    'Недвижимость, Транспорт, Работа, Услуги, Электроника, Дом и сад, Одежда, Детям, Хобби, Животные, Для бизнеса, Отдам даром',
  );
  expect(CATEGORIES.map(({ icon }) => icon)).toEqual([...CATEGORY_ICONS]);
});

test('what categories ask for is named in all seven languages, and no two things alike', () => {
  expect(SEED_LANGUAGES).toEqual(LANGUAGES);
  for (const attributes of Object.values(ATTRIBUTES)) {
    const lists = [attributes.map(({ name }) => name), ...attributes.map(({ choices = [] }) => choices)];
    for (const names of lists) {
      expect(names.length).toBeLessThanOrEqual(ATTRIBUTE_CHOICES_MAX);
      for (const name of names) {
        expect([1, LANGUAGES.length], String(name)).toContain(name.length);
        for (const word of name) expect(word.length > 0 && word.length <= ATTRIBUTE_NAME_MAX, word).toBe(true);
      }
      for (const [index, lang] of LANGUAGES.entries()) {
        const shown = names.map((name) => normalizeName(name[index] ?? name[0] ?? ''));
        expect(
          shown.filter((one, at) => shown.indexOf(one) !== at),
          lang,
        ).toEqual([]);
      }
    }
  }
});
