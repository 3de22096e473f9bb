import type { Lang } from '@app/contract/platform/languages';
import type { Names } from './reference.tables.ts';

export interface NamedRow {
  name_en: string;
  name_native: string;
  names: Names;
}

/** The name to show in `lang`. Russian falls back to the native name, which is Russian or what a Russian speaker reads; the rest to English. */
export function localizedName(row: NamedRow, lang: Lang): string {
  return row.names[lang] ?? (lang === 'ru' ? row.name_native : row.name_en);
}

/** Case, accents (ё and е, ü and u), hyphens and apostrophes do not matter to someone who searches by name. */
export function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’‘ʻ`|.]/g, '')
    .replace(/[\s\-–]+/g, ' ')
    .trim();
}

/** Every name of an entry, folded, each between bars: one column answers both "begins with" and "contains". */
export function searchNames(row: NamedRow): string {
  const normalized = [row.name_native, row.name_en, ...Object.values(row.names)].map(normalizeName);
  return `|${[...new Set(normalized)].join('|')}|`;
}
