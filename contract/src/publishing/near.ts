import { z } from 'zod';
import { Board } from '../market/ads.ts';
import { endpoint } from '../platform/endpoint.ts';
import { id, singleLine, wholeNumber } from '../platform/fields.ts';
import { DISTRICT_MAX, Place } from '../reference/places.ts';
import { Publication } from './publications.ts';

export const NEAR_PAGE_SIZE = 12;
export const NEAR_PAGE_MAX = 30;
/** New items are counted up to this number. */
export const NEAR_NEWER_MAX = 50;

/** A position in the list: microseconds since 1970, `p`ublication or `a`d, id. */
const cursor = z.string().regex(/^\d{1,16}\.[ap]\.\d{1,15}$/);

/** A publication or an ad. */
export const NearItem = z.object({
  cursor: z.string(),
  publication: Publication.optional(),
  /** The city of the publication, and its distance from the chosen city in whole kilometers; absent when unknown. */
  city: z.object({ id: z.number().int(), name: z.string() }).optional(),
  distance: z.number().int().optional(),
  /** `board_distance` is measured from the chosen city. */
  board: Board.optional(),
});
export type NearItem = z.infer<typeof NearItem>;

const place = {
  city_id: id,
  /** Kilometers: also the cities that lie within it. */
  radius: wholeNumber(1, 500).optional(),
  /** A part of the city as authors and owners name it, whatever the case; ignored with a radius. */
  district: singleLine(DISTRICT_MAX).optional(),
};

export const nearApi = {
  list: endpoint('GET', '/api/near', 'public', {
    summary:
      'Publications and ads of a city or one of its districts, and of the cities within a radius, that the viewer may see, newest first, not ranked. A page may be shorter than `size` though `next` is set, because what the viewer may not see is not searched without end.',
    standby: true,
    query: z.object({
      ...place,
      /** `next` of the previous page: stable while others publish. */
      after: cursor.optional(),
      size: wholeNumber(1, NEAR_PAGE_MAX).default(NEAR_PAGE_SIZE),
    }),
    response: z.object({ place: Place, list: z.array(NearItem), next: z.string().nullable() }),
    errors: ['not_found'],
  }),
  newer: endpoint('GET', '/api/near/newer', 'public', {
    summary: 'Number of items above a position of the list, counted up to 50.',
    standby: true,
    query: z.object({ ...place, above: cursor }),
    response: z.object({ newer: z.number().int() }),
    errors: ['not_found'],
  }),
};
