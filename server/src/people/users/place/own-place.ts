import type { ownPlaceApi } from '@app/contract/people/own-place';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { Services } from '../../../platform/domain/services.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { findNearestPlace, findPlaceOfCity } from '../../../reference/places/places.public.ts';
import { findHomeOfViewer } from './home-of-viewer.public.ts';

type OwnPlace = ResponseOf<typeof ownPlaceApi.get>;

/** Where a viewer probably is. Nothing is stored, and an address only leads to a city. */
export async function findOwnPlace({ pool, sessions }: Services, viewer: Viewer): Promise<OwnPlace> {
  const { lang, ip } = viewer;
  const home = await findHomeOfViewer(pool, viewer);
  if (home !== null) {
    const place = await findPlaceOfCity(pool, lang, home.cityId);
    if (place !== null)
      return { place, source: 'profile', city_source: '', ...(home.district !== '' && { district: home.district }) };
  }
  const position = sessions.cities.findPosition(ip);
  const place = position === undefined ? null : await findNearestPlace(pool, lang, position);
  if (place === null) return { place, source: null, city_source: '' };
  return { place, source: 'address', city_source: sessions.cities.maker };
}
