import type { Lang } from '@app/contract/platform/languages';
import { LANGUAGES } from '@app/contract/platform/languages';
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js';
import type { Names } from '../reference.tables.ts';

export interface CountrySeed {
  iso: string;
  nameEn: string;
  nameNative: string;
  names: Names;
  phoneCode: string;
  /** Language of the country's native city names, when it is an interface language and the only one. */
  language: Lang | undefined;
}

// Russia gets id 1, the default of the specification's forms. The others are the main countries of shared dial codes,
// because a search by dial code returns the lowest id first.
const FIRST: readonly CountryCode[] = ['RU', 'US', 'GB', 'AU', 'NO', 'FI', 'IT', 'MA', 'GP', 'RE', 'CW', 'SH'];

// Overrides of CLDR's likely language, which is chosen by speakers rather than official status; some languages also
// lack region names in ICU.
const LANGUAGE_OF: Partial<Record<CountryCode, string>> = {
  BY: 'be',
  KZ: 'kk',
  GH: 'en',
  BQ: 'nl',
  CW: 'nl',
  CC: 'en',
  AS: 'en',
  PG: 'en',
  NA: 'en',
  ZW: 'en',
  TK: 'en',
  TV: 'en',
  PW: 'en',
  VU: 'fr',
  SC: 'fr',
  CF: 'fr',
  SN: 'fr',
  NE: 'fr',
  ML: 'fr',
  HT: 'fr',
  BI: 'fr',
  RW: 'fr',
  PY: 'es',
  LU: 'fr',
};

// ICU's names of these have an administrative suffix or are longer than the common name.
const NATIVE: Partial<Record<CountryCode, string>> = { HK: '香港', MO: '澳門', PS: 'فلسطين', MD: 'Moldova' };
const SHORT: Partial<Record<CountryCode, Names>> = {
  US: { ru: 'США' },
  AE: { ru: 'ОАЭ' },
  HK: { ru: 'Гонконг', en: 'Hong Kong', es: 'Hong Kong', de: 'Hongkong', fr: 'Hong Kong', it: 'Hong Kong', ko: '홍콩' },
  MO: { ru: 'Макао', en: 'Macao', es: 'Macao', de: 'Macau', fr: 'Macao', it: 'Macao', ko: '마카오' },
};

const regionNames = Object.fromEntries(
  LANGUAGES.map((lang) => [lang, new Intl.DisplayNames(lang, { type: 'region', fallback: 'code' })]),
) as Record<Lang, Intl.DisplayNames>;

function languageOf(iso: CountryCode): string {
  const likely = new Intl.Locale(`und-${iso}`).maximize();
  return LANGUAGE_OF[iso] ?? `${likely.language}-${likely.script}`;
}

function describe(iso: CountryCode): CountrySeed {
  const language = languageOf(iso);
  const nameIn = (lang: Lang): string => SHORT[iso]?.[lang] ?? regionNames[lang].of(iso) ?? iso;
  const nameEn = nameIn('en');
  // Without the region, an unsupported ICU locale falls back to English instead of a related language.
  const nameNative =
    NATIVE[iso] ?? new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'code' }).of(iso) ?? nameEn;
  const names: Names = {};
  for (const lang of LANGUAGES) {
    const name = nameIn(lang);
    if (name !== (lang === 'ru' ? nameNative : nameEn)) names[lang] = name;
  }
  return {
    iso,
    nameEn,
    nameNative,
    names,
    phoneCode: getCountryCallingCode(iso),
    language: iso === 'CH' ? undefined : LANGUAGES.find((lang) => lang === language.split('-')[0]),
  };
}

/** All countries and territories with a dial code, in the order of their ids. */
export function countrySeeds(): CountrySeed[] {
  const rest = getCountries().filter((iso) => !FIRST.includes(iso));
  return [...FIRST, ...rest].map(describe);
}
