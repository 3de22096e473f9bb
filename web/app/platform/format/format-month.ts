import type { Lang } from '@app/contract/platform/languages';
import { formatIn, zoneOf } from './format.ts';

const MONTH: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric' };
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', ...MONTH };

/** Formats a timestamp as «марта 2024», in the case that follows «с»; other languages have one form. */
export function formatMonth(lang: Lang, timestamp: string): string {
  const date = new Date(timestamp);
  const zone = zoneOf(timestamp);
  if (lang !== 'ru') return formatIn(zone, lang, 'month', MONTH).format(date);
  const parts = formatIn(zone, lang, 'day-month', DAY).formatToParts(date);
  const find = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${find('month')} ${find('year')}`;
}
