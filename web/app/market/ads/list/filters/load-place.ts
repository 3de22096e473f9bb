import { redirect } from 'react-router';
import { placesApi } from '#contract/reference/places';
import { referenceApi } from '#contract/reference/reference';
import { isApiError } from '../../../../platform/api-error.ts';
import type { Host } from '../../../../platform/host.ts';
import { type AdFilters, listHref } from './ad-filters.ts';
import { withDistrict } from './use-place-name.ts';

const TEXT_MAX = 120;

interface PlaceName {
  city?: string;
  country?: string;
  /** What could not be loaded. */
  failed?: 'cities' | 'countries';
}

/** The name of the chosen city or country; neither where there is no such place or it cannot be loaded. */
export async function loadPlaceName(
  { call, report = console.error }: Host,
  { country, city }: AdFilters,
): Promise<PlaceName> {
  try {
    if (city !== null) return { city: (await call(referenceApi.getCity, { params: { id: city } })).name };
    if (country !== null) return { country: (await call(referenceApi.getCountry, { params: { id: country } })).name };
  } catch (error) {
    if (isApiError(error) && error.status === 404) return {};
    report(error);
    return { failed: city === null ? 'countries' : 'cities' };
  }
  return {};
}

/**
 * Leads from a typed place to the list of that place. A text that names no place joins the words: ads mention districts
 * and villages that no list of cities has.
 */
export async function redirectToPlace(host: Host, query: URLSearchParams, filters: AdFilters): Promise<void> {
  const text = query.get('where')?.trim().slice(0, TEXT_MAX);
  if (text === undefined) return;
  const anywhere = { ...filters, country: null, city: null, district: '', page: 1 };
  if (text === '') throw redirect(listHref(anywhere));
  const chosen = await loadPlaceName(host, filters);
  if (withDistrict(chosen.city ?? chosen.country ?? '', filters.district) === text)
    throw redirect(listHref({ ...filters, page: 1 }));
  const { places } = await host.call(placesApi.suggest, { query: { search: text, districts: 1 } });
  const [place] = places;
  if (place === undefined) throw redirect(listHref({ ...anywhere, search: `${filters.search} ${text}`.trim() }));
  const city = place.kind === 'country' ? null : place.id;
  const ofDistrict = place.kind === 'district' ? { district: place.name, radius: null } : { district: '' };
  throw redirect(listHref({ ...filters, country: place.country_id, city, ...ofDistrict, page: 1 }));
}
