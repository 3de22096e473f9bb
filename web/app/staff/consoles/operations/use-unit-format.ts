import { useLanguage } from '../../../platform/i18n.tsx';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MEGABYTE = 2 ** 20;
const GIGABYTE = 2 ** 30;

/** Formats ages and sizes in the unit that fits. */
export function useUnitFormat() {
  const lang = useLanguage();
  const unit = (value: number, name: string): string =>
    new Intl.NumberFormat(lang, { style: 'unit', unit: name, maximumFractionDigits: 1 }).format(value);
  return {
    formatSize: (bytes: number): string =>
      bytes < GIGABYTE ? unit(bytes / MEGABYTE, 'megabyte') : unit(bytes / GIGABYTE, 'gigabyte'),
    formatAge(seconds: number): string {
      if (seconds < 2 * MINUTE) return unit(Math.round(seconds), 'second');
      if (seconds < 2 * HOUR) return unit(Math.round(seconds / MINUTE), 'minute');
      return seconds < 2 * DAY ? unit(Math.round(seconds / HOUR), 'hour') : unit(Math.round(seconds / DAY), 'day');
    },
  };
}
