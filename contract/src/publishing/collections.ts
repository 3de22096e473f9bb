import { z } from 'zod';
import { AD_KINDS, PRICE_PERIODS } from '../market/ads.ts';
import { endpoint } from '../platform/endpoint.ts';
import { id, optionalId, requiredLine, timestamp } from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';

export const COLLECTIONS_MAX = 100;
export const COLLECTION_NAME_MAX = 80;
export const COLLECTION_ITEMS_MAX = 5000;
export const COLLECTION_PAGE_SIZE = 24;
export const COLLECTION_PAGE_MAX = 100;
export const SAVED_ITEM_KINDS = ['ad', 'publication', 'track'] as const;
export type SavedItemKind = (typeof SAVED_ITEM_KINDS)[number];
const kind = z.enum(SAVED_ITEM_KINDS);

export const SavedItem = z.object({
  kind,
  id: z.number().int(),
  link: z.string(),
  title: z.string(),
  about: z.string(),
  photo: z.string().nullable(),
  price: z.number().int().optional(),
  ad_kind: z.enum(AD_KINDS).optional(),
  price_period: z.enum(PRICE_PERIODS).optional(),
  /** `gone`: no longer visible to the collection's owner. */
  state: z.enum(['active', 'archived', 'gone']),
  timestamp: timestamp,
  src: z.string().optional(),
});
export type SavedItem = z.infer<typeof SavedItem>;

/** Private collections of saved items. Collection 0 contains the items of no other collection. */
export const Collection = z.object({
  id: z.number().int(),
  /** '' for collection 0: clients use their own text. */
  name: z.string(),
  count: z.number().int(),
  photos: z.array(z.string()),
});
export type Collection = z.infer<typeof Collection>;

const itemKey = { kind, id };

export const collectionsApi = {
  list: endpoint('GET', ['/api/collections', '/api/collection'], 'user', {
    summary:
      'The viewer’s collections, collection 0 first. With `kind` and `item_id`, `holding` lists those that contain the item.',
    query: z.object({ kind: kind.optional(), item_id: optionalId }),
    response: z.object({ list: z.array(Collection), holding: z.array(z.number().int()) }),
  }),
  create: endpoint('PUT', ['/api/collections', '/api/collection'], 'user', {
    summary: 'Create a collection.',
    body: z.object({ name: requiredLine(COLLECTION_NAME_MAX) }),
    response: Collection,
    errors: ['already_exists', 'collections_full', 'not_found'],
  }),
  rename: endpoint('POST', ['/api/collections/{id}', '/api/collection/{id}'], 'user', {
    summary: 'Rename a collection.',
    params: z.object({ id }),
    body: z.object({ name: requiredLine(COLLECTION_NAME_MAX) }),
    response: Collection,
    errors: ['not_found', 'already_exists'],
  }),
  remove: endpoint('DELETE', ['/api/collections/{id}', '/api/collection/{id}'], 'user', {
    summary: 'Delete a collection; its items stay in other collections.',
    params: z.object({ id }),
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  items: endpoint('GET', ['/api/collections/{id}/items', '/api/collection/{id}/items'], 'user', {
    summary: 'Items of a collection, the last saved first; 0 is the one without a name.',
    params: z.object({ id: z.union([z.literal('0').transform(() => 0), id]) }),
    query: z.object({ kind: kind.optional(), ...pagePaging(COLLECTION_PAGE_SIZE, COLLECTION_PAGE_MAX) }),
    response: z.object({ list: z.array(SavedItem), total }),
    errors: ['not_found'],
  }),
  save: endpoint('PUT', ['/api/collections/items', '/api/collection/items'], 'user', {
    summary: 'Save a visible item to an own collection or to collection 0; repeating changes nothing.',
    body: z.object({ ...itemKey, collection_id: optionalId }),
    response: z.object({ holding: z.array(z.number().int()) }),
    errors: ['not_found', 'collections_full'],
  }),
  unsave: endpoint('DELETE', ['/api/collections/items', '/api/collection/items'], 'user', {
    summary: 'Unsave an item: from one collection, or with `all` 1 from all.',
    query: z.object({ ...itemKey, collection_id: optionalId, all: z.enum(['0', '1']).optional() }),
    response: z.object({ holding: z.array(z.number().int()) }),
  }),
};
