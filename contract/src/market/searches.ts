import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, line, optionalId, search, timestamp } from '../platform/fields.ts';
import { AdNarrowing } from './ads.ts';

export const SAVED_SEARCHES_MAX = 50;
/** Letters that come unasked, each kind stopped by itself. */
export const EMAIL_KINDS = ['saved_search', 'favorites', 'new_ad', 'digest'] as const;

const { sort: _, ...narrowing } = AdNarrowing;
/** What a saved search looks for: the filters of the public list. */
export const SearchFilters = z.object({
  search,
  country_id: optionalId,
  city_id: optionalId,
  category_id: optionalId,
  ...narrowing,
});
export type SearchFilters = z.infer<typeof SearchFilters>;

export const SavedSearch = z.object({
  id: z.number().int(),
  /** Words and filters in the request's language, as people would say them. */
  name: z.string(),
  /** Address of the list on the site. */
  href: z.string(),
  letters: bit,
  /** Matching ads since the owner last opened the search. */
  fresh: z.number().int(),
  created: timestamp,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const searchesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/searches',
    access: 'user',
    summary: 'The viewer’s saved searches, the latest first.',
    response: z.object({ searches: z.array(SavedSearch) }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/searches',
    access: 'user',
    summary:
      'Save a search; bell and letter follow within a minute of a matching ad. The same one again answers the first.',
    body: SearchFilters.extend({ letters: flag.default(1) }),
    response: SavedSearch,
    errors: ['searches_full', 'not_found'],
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/searches/{id}',
    access: 'user',
    summary: 'Switch letters on or off, or note that the search was opened (`seen`).',
    params: z.object({ id }),
    body: z.object({ letters: flag.optional(), seen: flag.optional() }),
    response: SavedSearch,
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/searches/{id}',
    access: 'user',
    summary: 'Forget a saved search.',
    params: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
  }),
  letters: endpoint({
    method: 'GET',
    path: '/api/letters',
    access: 'user',
    summary: 'Whether the viewer wants letters about favourites: a lower price, on sale again.',
    response: z.object({ favorites: bit }),
  }),
  changeEmailPreferences: endpoint({
    method: 'POST',
    path: '/api/letters',
    access: 'user',
    summary: 'Switch letters about favourites on or off; again changes nothing.',
    body: z.object({ favorites: flag }),
    response: z.object({ favorites: bit }),
  }),
  /** What the link in a letter does; works without signing in and for mail programs' one-click button (RFC 8058). */
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/unsubscribe',
    // Mail programs post to the address of the page itself.
    aliases: ['/unsubscribe'],
    access: 'public',
    summary: 'Stop one kind of letter by the signed token of its link; again changes nothing.',
    query: z.object({ token: line(400) }),
    // Mail programs send a form of either kind; nothing in it matters.
    multipart: true,
    response: z.object({
      kind: z.enum(EMAIL_KINDS),
      /** Of the saved search or the seller; empty when it is gone. */
      name: z.string(),
    }),
    errors: ['not_found'],
    limit: { max: 60, seconds: 3600 },
  }),
  /** Only for whom the letters are: a letter that somebody else reads must not switch them on. */
  resubscribe: endpoint({
    method: 'POST',
    path: '/api/unsubscribe/undo',
    access: 'user',
    summary: 'Take back what the link in one’s own letter stopped; again changes nothing.',
    query: z.object({ token: line(400) }),
    response: z.object({ kind: z.enum(EMAIL_KINDS), name: z.string() }),
    errors: ['not_found'],
  }),
};
