import { AD_RADII_KM } from '#contract/market/ads';
import { DISTRICT_MAX } from '#contract/reference/places';

/** What the address of the page asks for. */
export interface NearPlace {
  city: number | null;
  radius: number | null;
  /** A part of the city, without a radius; '' for none. */
  district: string;
}

const ID = /^[1-9]\d{0,14}$/;

export function parseNear(query: URLSearchParams): NearPlace {
  const city = query.get('city') ?? '';
  const typed = Number(query.get('radius'));
  const radius = AD_RADII_KM.find((km) => km === typed) ?? null;
  const isCity = ID.test(city);
  const district = isCity && radius === null ? (query.get('district') ?? '').trim().slice(0, DISTRICT_MAX) : '';
  return { city: isCity ? Number(city) : null, radius, district };
}

export function nearHref({ city, radius, district }: NearPlace): string {
  const query = new URLSearchParams();
  if (city !== null) query.set('city', String(city));
  if (radius !== null) query.set('radius', String(radius));
  if (city !== null && radius === null && district !== '') query.set('district', district);
  return query.size === 0 ? '/near' : `/near?${query}`;
}

/** Steps that an empty list offers; beyond the last one there is nothing to widen to. */
const WIDER_KM = [25, 100, 500] as const;

export const widerThan = (radius: number | null): number | null => WIDER_KM.find((km) => km > (radius ?? 0)) ?? null;
