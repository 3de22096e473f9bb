import type { Lang } from '@app/contract/platform/languages';

const STEP = 1000;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats 12_345_678 as «12 МБ» in the given language; values below ten have one decimal. */
export function formatBytes(lang: Lang, bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(STEP))));
  const value = bytes / STEP ** power;
  return new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value);
}
