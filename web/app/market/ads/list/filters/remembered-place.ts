import { AD_RADII_KM } from '#contract/market/ads';
import { readStored, readStoredObject, writeStored } from '../../../../platform/stored.ts';
import type { AdFilters } from './ad-filters.ts';

const KEY = 'place';
const DECLINED_KEY = 'place-declined';

/** Where ads are looked for: the same filters as in the address, and the name of the city or country to show. */
export interface NamedPlace extends Pick<AdFilters, 'country' | 'city' | 'radius' | 'district'> {
  name: string;
}

const idOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;

/** The place of the last search in this browser. */
export function readRememberedPlace(): NamedPlace | null {
  const stored = readStoredObject<keyof NamedPlace>(KEY);
  const [country, city] = [idOf(stored.country), idOf(stored.city)];
  if (typeof stored.name !== 'string' || stored.name === '' || (country === null && city === null)) return null;
  const radius = AD_RADII_KM.find((km) => km === stored.radius) ?? null;
  const district = typeof stored.district === 'string' && city !== null && radius === null ? stored.district : '';
  return { name: stored.name, country, city, radius: city === null ? null : radius, district };
}

export function rememberPlace({ name, country, city, radius, district }: NamedPlace): void {
  writeStored(KEY, JSON.stringify({ name, country, city, radius, district }));
  writeStored(DECLINED_KEY, null);
}

export const PLACE_ATTRIBUTE = 'data-place';

/**
 * Runs above the list before it is painted: a declined place must not flash, and one that only this browser knows needs
 * room. The text is static, because its hash is in the CSP.
 */
export const MARK_PLACE_SCRIPT = `try{var p=localStorage.getItem('${DECLINED_KEY}')!==null?'declined':localStorage.getItem('${KEY}')!==null?'remembered':'';if(p)document.documentElement.setAttribute('${PLACE_ATTRIBUTE}',p)}catch(e){}`;

/** No place is proposed any more until one is searched for again. */
export function declinePlace(): void {
  writeStored(KEY, null);
  writeStored(DECLINED_KEY, '1');
}

export const isPlaceDeclined = (): boolean => readStored(DECLINED_KEY) !== null;
