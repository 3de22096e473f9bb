import type { Lang } from '@app/contract/platform/languages';
import type { Names } from './reference.tables.ts';

export interface NamedRow {
  name_en: string;
  name_native: string;
  names: Names;
}

/**
 * Name for display. Russian falls back to the native name, which is Russian or readable for Russian speakers; other
 * languages fall back to English.
 */
export function localizedName(row: NamedRow, lang: Lang): string {
  return row.names[lang] ?? (lang === 'ru' ? row.name_native : row.name_en);
}

/** Normalizes a name for search: case, accents (ё and е, ü and u), hyphens and apostrophes are ignored. */
export function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’‘ʻ`|.]/g, '')
    .replace(/[\s\-–]+/g, ' ')
    .trim();
}

export function searchNames(row: NamedRow): string {
  const normalized = [row.name_native, row.name_en, ...Object.values(row.names)].map(normalizeName);
  return `|${[...new Set(normalized)].join('|')}|`;
}
