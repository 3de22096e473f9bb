import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { id, optionalId, requiredLine, search, singleLine } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';

export const SAFE_PLACE_NAME_MAX = 120;
export const SAFE_PLACE_ADDRESS_MAX = 200;
export const SAFE_PLACES_PAGE_MAX = 100;

/** Kinds of public places with people and light. Each has a text `reference.safePlace.<kind>`. */
export const SAFE_PLACE_KINDS = ['metro', 'mall', 'police', 'post', 'station', 'other'] as const;
export type SafePlaceKind = (typeof SAFE_PLACE_KINDS)[number];

export const SafePlace = z.object({
  id: z.number().int(),
  city: z.number().int(),
  city_name: z.string(),
  /** Of the city, for forms that ask for both. */
  country: z.number().int(),
  kind: z.enum(SAFE_PLACE_KINDS),
  name: z.string(),
  address: z.string(),
});
export type SafePlace = z.infer<typeof SafePlace>;

export const SafePlaceDraft = z.object({
  city: id,
  kind: z.enum(SAFE_PLACE_KINDS),
  name: requiredLine(SAFE_PLACE_NAME_MAX),
  address: singleLine(SAFE_PLACE_ADDRESS_MAX).default(''),
});
export type SafePlaceDraft = z.infer<typeof SafePlaceDraft>;

const path = '/api/safe-places';

export const safePlacesApi = {
  list: endpoint('GET', path, 'staff', {
    permission: 'reference.edit',
    summary: 'Safe public places for meetings, by city and name; of one city with `city`.',
    query: z.object({ search, city: optionalId, ...offsetPaging(10, SAFE_PLACES_PAGE_MAX) }),
    response: z.object({ places: z.array(SafePlace), total }),
  }),
  create: endpoint('PUT', path, 'staff', {
    permission: 'reference.edit',
    summary: 'Add a safe public place to a city.',
    body: SafePlaceDraft,
    response: SafePlace,
    errors: ['already_exists', 'not_found'],
  }),
  edit: endpoint('POST', path, 'staff', {
    permission: 'reference.edit',
    summary: 'Change the place `id`. Meetings keep the name and the address that they were proposed with.',
    body: SafePlaceDraft.extend({ id: optionalId }),
    response: SafePlace,
    errors: ['id_required', 'not_found', 'already_exists'],
  }),
  remove: endpoint('DELETE', path, 'staff', {
    permission: 'reference.edit',
    summary: 'Remove a place. Meetings there stay as they are.',
    query: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
  }),
};
