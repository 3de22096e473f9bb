import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { degrees, flag, optionalId, search } from '../platform/fields.ts';

/** Districts are in people’s own words. */
export const DISTRICT_MAX = 80;
export const PLACES_SUGGESTED_MAX = 8;

export const PLACE_KINDS = ['city', 'country', 'district'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** Where to look for something. For a country, `country_id` is its own id; for a district, `id` is that of its city. */
export const Place = z.object({
  kind: z.enum(PLACE_KINDS),
  id: z.number().int(),
  /** In the request's language, like `country_name`; of a district as ads name it. */
  name: z.string(),
  /** Only of a district. */
  city_name: z.string().optional(),
  country_id: z.number().int(),
  country_name: z.string(),
  /** Degrees; only for cities whose coordinates are known. */
  lat: z.number().optional(),
  lon: z.number().optional(),
});
export type Place = z.infer<typeof Place>;

/** More digits than a city needs are refused, so that no exact place is sent. */
const DECIMALS = 2;

export const placesApi = {
  suggest: endpoint('GET', '/api/places/suggest', 'public', {
    summary:
      'Cities and countries whose names begin like the input in any language, the best fit first, then the larger ones; tolerates typos and wrong keyboard layouts. `near`: a city whose neighbours come earlier. `districts=1`: also districts that ads name, alone or after their city.',
    standby: true,
    query: z.object({ search, near: optionalId, districts: flag.optional() }),
    response: z.object({ places: z.array(Place) }),
    cacheMs: 5000,
  }),
  nearest: endpoint('GET', '/api/places/nearest', 'public', {
    summary:
      'The city nearest to a point given in degrees with at most two decimals, about a kilometre; null in the middle of nowhere.',
    standby: true,
    query: z.object({ lat: degrees(90, DECIMALS), lon: degrees(180, DECIMALS) }),
    response: z.object({ place: Place.nullable() }),
    limit: { max: 60, seconds: 3600 },
  }),
};
