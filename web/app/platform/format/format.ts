import type { Lang } from '@app/contract/platform/languages';

const NO_BREAK_SPACE = '\u00a0';

const numbers = new Map<Lang, Intl.NumberFormat>();
// Moscow time, so that server and browser render the same date.
const dateFormat = new Intl.DateTimeFormat('ru', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'Europe/Moscow',
});

function numberFormat(lang: Lang): Intl.NumberFormat {
  const known = numbers.get(lang);
  if (known) return known;
  const format = new Intl.NumberFormat(lang);
  numbers.set(lang, format);
  return format;
}

/** Formats 1248 as «1 248», with the digit grouping of the language. */
export function formatNumber(lang: Lang, value: number): string {
  return numberFormat(lang).format(value);
}

/** Formats 82000 and «км» as «82 000 км». A value without a unit is a year, floor or size and is not grouped: 2015. */
export function formatMeasure(lang: Lang, value: number, unit: string): string {
  if (unit === '') return value.toLocaleString(lang, { useGrouping: false });
  return `${formatNumber(lang, value)}${NO_BREAK_SPACE}${unit}`;
}

/** Formats 18500 as «18 500 ₽», with no-break spaces. */
export function formatPrice(lang: Lang, roubles: number): string {
  // `Intl` does not group four digits in Russian and Spanish and uses a point in German; prices look the same in all of
  // them.
  return `${String(roubles).replace(/\B(?=(\d{3})+$)/g, lang === 'ko' || lang === 'en' ? ',' : NO_BREAK_SPACE)}${NO_BREAK_SPACE}₽`;
}

const ratings = new Map<Lang, Intl.NumberFormat>();

/** Formats 4.9 as «4,90». */
export function formatRating(lang: Lang, rating: number): string {
  let format = ratings.get(lang);
  if (!format) {
    format = new Intl.NumberFormat(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    ratings.set(lang, format);
  }
  return format.format(rating);
}

const timeFormat = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' });

/** Formats ISO 8601 as HH:MM, Moscow time. */
export function formatTime(timestamp: string): string {
  return timeFormat.format(new Date(timestamp));
}

/** Formats ISO 8601 as dd.mm.yyyy, HH:MM, Moscow time. */
export function formatDateTime(timestamp: string): string {
  return `${formatDate(timestamp)}, ${formatTime(timestamp)}`;
}

export function formatDate(timestamp: string): string {
  return dateFormat.format(new Date(timestamp));
}

/** Formats +79170000000 as «+7 917 000-00-00»; numbers of other countries stay unchanged. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4');
}

export function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).trimEnd()}…` : text;
}

/** Formats 3325 as «33,25 ₽»; whole roubles without the zeros. */
export function formatKopecks(lang: Lang, kopecks: number): string {
  if (kopecks % 100 === 0) return formatPrice(lang, kopecks / 100);
  return `${formatRating(lang, kopecks / 100)}${NO_BREAK_SPACE}₽`;
}

/** Formats milliseconds: 245_000 as «4:05», 3_725_000 as «1:02:05». */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
