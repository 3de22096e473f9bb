import type { Lang } from '@app/contract/platform/languages';

const NO_BREAK_SPACE = '\u00a0';

const numbers = new Map<Lang, Intl.NumberFormat>();
// Moscow time, so that server and browser write the same day.
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

/** 1248 → «1 248» as the language groups digits. */
export function formatNumber(lang: Lang, value: number): string {
  return numberFormat(lang).format(value);
}

/** 82000 and «км» → «82 000 км»; what has no unit is a year, a floor or a size and stays whole: 2015. */
export function formatMeasure(lang: Lang, value: number, unit: string): string {
  if (unit === '') return value.toLocaleString(lang, { useGrouping: false });
  return `${formatNumber(lang, value)}${NO_BREAK_SPACE}${unit}`;
}

/** 18500 → «18 500 ₽»: groups and sign are held together by no-break spaces. */
export function formatPrice(lang: Lang, roubles: number): string {
  // Russian, Spanish and German leave four digits whole or use a point; a price reads the same everywhere.
  return `${String(roubles).replace(/\B(?=(\d{3})+$)/g, lang === 'ko' || lang === 'en' ? ',' : NO_BREAK_SPACE)}${NO_BREAK_SPACE}₽`;
}

const ratings = new Map<Lang, Intl.NumberFormat>();

/** 4.9 → «4,90». */
export function formatRating(lang: Lang, rating: number): string {
  let format = ratings.get(lang);
  if (!format) {
    format = new Intl.NumberFormat(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    ratings.set(lang, format);
  }
  return format.format(rating);
}

const timeFormat = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' });

/** ISO 8601 → HH:MM, Moscow time. */
export function formatTime(timestamp: string): string {
  return timeFormat.format(new Date(timestamp));
}

/** ISO 8601 → dd.mm.yyyy, HH:MM, Moscow time. */
export function formatDateTime(timestamp: string): string {
  return `${formatDate(timestamp)}, ${formatTime(timestamp)}`;
}

/** ISO 8601 → dd.mm.yyyy. */
export function formatDate(timestamp: string): string {
  return dateFormat.format(new Date(timestamp));
}

/** +79170000000 → «+7 917 000-00-00»; numbers of other plans stay as they are. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4');
}

/** Cut a text to `max` characters and mark the cut. */
export function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).trimEnd()}…` : text;
}

/** 3325 → «33,25 ₽»; whole roubles without the zeros. */
export function formatKopecks(lang: Lang, kopecks: number): string {
  if (kopecks % 100 === 0) return formatPrice(lang, kopecks / 100);
  return `${formatRating(lang, kopecks / 100)}${NO_BREAK_SPACE}₽`;
}
