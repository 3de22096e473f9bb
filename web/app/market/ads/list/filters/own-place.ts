import type { ownPlaceApi as OwnPlaceApi } from '@app/contract/people/own-place';
import type { CitySource } from '@app/contract/people/security';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { Place } from '@app/contract/reference/places';
import { ownPlaceApi } from '#contract/people/own-place';
import { placesApi } from '#contract/reference/places';
import { call } from '../../../../platform/call.ts';

export interface OwnPlace {
  place: Place;
  source: 'profile' | 'address';
  maker: CitySource;
}

export function ownPlaceOf({ place, source, city_source: maker }: ResponseOf<typeof OwnPlaceApi.get>): OwnPlace | null {
  return place === null || source === null ? null : { place, source, maker };
}

/** Where the viewer probably is, by profile or address. */
export const findOwnPlace = (): Promise<OwnPlace | null> => call(ownPlaceApi.get).then(ownPlaceOf);

const LOCATE_TIMEOUT_MS = 15_000;
/** A city is found as well by where somebody was a while ago. */
const LOCATE_AGE_MS = 600_000;
/** About a kilometre: the exact place never leaves the device. */
const DECIMALS = 2;

/** Asks the browser where it is, and the server for the nearest city; null where there is none. */
export async function findHere(): Promise<Place | null> {
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      enableHighAccuracy: false,
      timeout: LOCATE_TIMEOUT_MS,
      maximumAge: LOCATE_AGE_MS,
    });
  });
  const query = { lat: coords.latitude.toFixed(DECIMALS), lon: coords.longitude.toFixed(DECIMALS) };
  return (await call(placesApi.nearest, { query })).place;
}
