import { AD_RADII_KM } from '#contract/market/ads';

/** What the address of the page asks for. */
export interface NearPlace {
  city: number | null;
  radius: number | null;
}

const ID = /^[1-9]\d{0,14}$/;

export function parseNear(query: URLSearchParams): NearPlace {
  const city = query.get('city') ?? '';
  const radius = Number(query.get('radius'));
  return { city: ID.test(city) ? Number(city) : null, radius: AD_RADII_KM.find((km) => km === radius) ?? null };
}

export function nearHref({ city, radius }: NearPlace): string {
  const query = new URLSearchParams();
  if (city !== null) query.set('city', String(city));
  if (radius !== null) query.set('radius', String(radius));
  return query.size === 0 ? '/near' : `/near?${query}`;
}

/** Steps that an empty list offers; beyond the last one there is nothing to widen to. */
const WIDER_KM = [25, 100, 500] as const;

export const widerThan = (radius: number | null): number | null => WIDER_KM.find((km) => km > (radius ?? 0)) ?? null;
