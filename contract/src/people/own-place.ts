import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Place } from '../reference/places.ts';
import { CITY_SOURCES } from './security.ts';

export const OWN_PLACE_SOURCES = ['profile', 'address'] as const;

export const ownPlaceApi = {
  get: endpoint('GET', '/api/places/own', 'public', {
    summary:
      'Where the viewer probably is: the city of the profile, otherwise the city nearest to where the network address is known to be; null when neither is known.',
    response: z.object({
      place: Place.nullable(),
      /** That the profile names; absent without one. */
      district: z.string().optional(),
      source: z.enum(OWN_PLACE_SOURCES).nullable(),
      /** Whose table of addresses led there: its licence wants a link beside the place. */
      city_source: z.enum(['', ...CITY_SOURCES]),
    }),
  }),
};
