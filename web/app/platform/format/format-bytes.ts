import type { Lang } from '@app/contract/platform/languages';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const STEP = 1024;
const formats = new Map<string, Intl.NumberFormat>();

export function formatBytes(lang: Lang, bytes: number): string {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)));
  const unit = UNITS[power] ?? 'byte';
  const key = `${lang} ${unit}`;
  let format = formats.get(key);
  if (!format) {
    const maximumFractionDigits = power < 2 ? 0 : 1;
    format = new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits });
    formats.set(key, format);
  }
  return format.format(bytes / STEP ** power);
}
