import type { Lang } from '@app/contract/platform/languages';
import { MOSCOW, MOSCOW_LABELS } from '@app/contract/platform/time-zones';

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

/** Formats «21 ноября 2026 г.»; a calendar day (2026-11-21) is the same in every zone. */
export function formatDay(lang: Lang, value: string, timeZone: string | null): string {
  const zone = /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'UTC' : (timeZone ?? MOSCOW);
  return new Intl.DateTimeFormat(lang, { ...DAY, timeZone: zone }).format(new Date(value));
}

/** Formats «суббота, 21 ноября 2026 г.». */
export const formatWholeDay = (lang: Lang, at: Date, timeZone: string | null): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'full', timeZone: timeZone ?? MOSCOW }).format(at);

/** Formats «15:05» without its zone, which stands elsewhere on the page. */
export const formatClock = (lang: Lang, at: Date, timeZone: string | null): string =>
  new Intl.DateTimeFormat(lang, { timeStyle: 'short', timeZone: timeZone ?? MOSCOW }).format(at);

/**
 * Formats «21 ноября 2026 г. в 15:05 МСК» for what is read outside of the site, so the zone is always named. Null: the
 * reader's zone is unknown, and Moscow is meant.
 */
export function formatMoment(lang: Lang, at: Date, timeZone: string | null): string {
  if (timeZone !== null && timeZone !== MOSCOW)
    return new Intl.DateTimeFormat(lang, { ...DAY, ...CLOCK, timeZone, timeZoneName: 'short' }).format(at);
  return `${new Intl.DateTimeFormat(lang, { ...DAY, ...CLOCK, timeZone: MOSCOW }).format(at)} ${MOSCOW_LABELS[lang]}`;
}
