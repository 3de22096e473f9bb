import type { Lang } from '@app/contract/platform/languages';
import { twoDigits, zoneOffset } from '@app/contract/platform/time-zones';

/** What CLDR puts around the name of a place to name its time: «hora de Madrid», «Moscow Time». */
const AROUND: Record<Lang, RegExp> = {
  ru: /^$/,
  en: / Time$/,
  es: /^hora de /,
  de: / \(Ortszeit\)$/,
  fr: /^heure : /,
  it: /^Ora /,
  ko: / 시간$/,
};

const ABBREVIATION = /^(?:[A-ZÀ-Ž]{2,5}|(?:GMT|UTC).*)$/;

/** Place of the zone in the reader's language, by CLDR; the city of its identifier where CLDR has an abbreviation. */
function placeOf(lang: Lang, zone: string): string {
  const format = new Intl.DateTimeFormat(lang, { timeZone: zone, timeZoneName: 'shortGeneric' });
  const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const place = name.replace(AROUND[lang], '');
  return place === '' || ABBREVIATION.test(place) ? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ') : place;
}

/** Formats «UTC+3», «UTC−3:30». */
function formatOffset(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const ahead = Math.abs(minutes);
  const rest = ahead % 60 === 0 ? '' : `:${twoDigits(ahead % 60)}`;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(ahead / 60)}${rest}`;
}

/** Formats «Москва (UTC+3)» by the offset of today. */
export const nameZone = (lang: Lang, zone: string, now = Date.now()): string =>
  `${placeOf(lang, zone)} (${formatOffset(zoneOffset(now, zone))})`;

export interface ZoneOption {
  zone: string;
  name: string;
}

/** All zones that this machine knows and the given one, from west to east. */
export function listZones(lang: Lang, chosen: string, now = Date.now()): ZoneOption[] {
  return [...new Set([chosen, ...Intl.supportedValuesOf('timeZone')])]
    .map((zone) => ({ zone, name: nameZone(lang, zone, now), offset: zoneOffset(now, zone) }))
    .sort((one, other) => one.offset - other.offset || one.name.localeCompare(other.name, lang));
}

/** Whether a zone is meant by these letters: by its name here, or by its identifier («Berlin», «+10»). */
export function isZoneFound({ zone, name }: ZoneOption, search: string): boolean {
  const wanted = search.trim().toLowerCase().replaceAll('-', '−');
  const known = `${name} ${zone.replaceAll('_', ' ')}`.toLowerCase();
  return known.includes(wanted) || known.replaceAll('-', '−').includes(wanted);
}
