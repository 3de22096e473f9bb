import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import { NEAR_NEWER_MAX, type NearItem, type nearApi } from '@app/contract/publishing/near';
import type { Place } from '@app/contract/reference/places';
import { loadAdsNear } from '../../market/ads/search/ads-near.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Neighbourhood } from '../../reference/places/newest-of-cities.public.ts';
import { findPlaceOfCity } from '../../reference/places/places.public.ts';
import { citiesWithin, getCityIndex } from '../../reference/reference.public.ts';
import { loadPublicationsNear } from '../publications/publications-near.public.ts';
import { findNear } from './find-near.ts';
import { encodePosition, NEAR_TOP, type NearPosition, parsePosition } from './near-position.ts';

interface Around {
  city_id: number;
  radius?: number | undefined;
  district?: string | undefined;
}

export async function listNear(
  services: Services,
  viewer: Viewer,
  { after, size, ...around }: QueryOf<typeof nearApi.list>,
): Promise<ResponseOf<typeof nearApi.list>> {
  const { place, where } = await findAround(services, viewer, around);
  const below = after === undefined ? NEAR_TOP : parsePosition(after);
  const { found, next } = await findNear(services, viewer, where, { below, size });
  return {
    place,
    list: await presentItems(services, viewer, found, place.id),
    next: next && encodePosition(next),
  };
}

export async function countNewer(
  services: Services,
  viewer: Viewer,
  { above, ...around }: QueryOf<typeof nearApi.newer>,
): Promise<ResponseOf<typeof nearApi.newer>> {
  const { where } = await findAround(services, viewer, around);
  const range = { below: NEAR_TOP, above: parsePosition(above), size: NEAR_NEWER_MAX };
  const { found } = await findNear(services, viewer, where, range);
  return { newer: Math.min(found.length, NEAR_NEWER_MAX) };
}

async function findAround(
  { pool }: Services,
  { lang }: Viewer,
  { city_id, radius, district = '' }: Around,
): Promise<{ place: Place; where: Neighbourhood }> {
  const place = await findPlaceOfCity(pool, lang, city_id);
  if (place === null) throw new Failure('not_found');
  if (radius !== undefined)
    return { place, where: { cities: await citiesWithin(pool, city_id, radius), district: null } };
  return { place, where: { cities: [city_id], district: district === '' ? null : district } };
}

const idsOf = (found: readonly NearPosition[], wanted: NearPosition['kind']): number[] =>
  found.flatMap(({ kind, id }) => (kind === wanted ? id : []));

/** In the order of the positions; what left the list meanwhile is missing. */
async function presentItems(
  services: Services,
  viewer: Viewer,
  found: readonly NearPosition[],
  fromCity: number,
): Promise<NearItem[]> {
  const { pool } = services;
  const [publications, ads, distances] = await Promise.all([
    loadPublicationsNear(services, viewer, idsOf(found, 'p')),
    loadAdsNear(services, viewer, idsOf(found, 'a'), fromCity),
    getCityIndex(pool),
  ]);
  const items = await Promise.all(
    found.map(async (position): Promise<NearItem | null> => {
      const cursor = encodePosition(position);
      if (position.kind === 'a') {
        const board = ads.get(position.id);
        return board === undefined ? null : { cursor, board };
      }
      const known = publications.get(position.id);
      if (known === undefined) return null;
      const city = await findPlaceOfCity(pool, viewer.lang, known.cityId);
      const distance = distances.km(fromCity, known.cityId);
      return {
        cursor,
        publication: known.publication,
        ...(city !== null && { city: { id: city.id, name: city.name } }),
        ...(distance !== undefined && { distance }),
      };
    }),
  );
  return items.filter((item) => item !== null);
}
