import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, singleLine, timestamp } from '../platform/fields.ts';
import { AdSearchFields } from './ads.ts';

export const SAVED_SEARCHES_MAX = 50;
export const EMAIL_KINDS = ['saved_search', 'favorites', 'new_ad', 'digest', 'bonuses'] as const;

// Friends of friends are found for a search at hand, not for each saved one with every new ad.
const { sort: _, friends_of_friends: __, ...filters } = AdSearchFields;
export const SearchFilters = z.object(filters);
export type SearchFilters = z.infer<typeof SearchFilters>;

export const SavedSearch = z.object({
  id: z.number().int(),
  name: z.string(),
  href: z.string(),
  letters: bit,
  /** Matching ads since the owner last opened the search. */
  fresh: z.number().int(),
  /** Secret address of the Atom feed of new matches; whoever has it reads them without signing in. */
  feed: z.string().nullable(),
  created: timestamp,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const searchesApi = {
  list: endpoint('GET', '/api/searches', 'user', {
    summary: 'The viewer’s saved searches, the latest first.',
    response: z.object({ searches: z.array(SavedSearch) }),
  }),
  save: endpoint('PUT', '/api/searches', 'user', {
    summary:
      'Save a search; a notification and an email follow within a minute of a matching ad. The same search again returns the first.',
    body: SearchFilters.extend({ letters: flag.default(1) }),
    response: SavedSearch,
    errors: ['searches_full', 'not_found'],
  }),
  change: endpoint('POST', '/api/searches/{id}', 'user', {
    summary: 'Turn emails of a saved search on or off, or mark the search as opened (`seen`).',
    params: z.object({ id }),
    body: z.object({ letters: flag.optional(), seen: flag.optional() }),
    response: SavedSearch,
    errors: ['not_found'],
  }),
  remove: endpoint('DELETE', '/api/searches/{id}', 'user', {
    summary: 'Delete a saved search.',
    params: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
  }),
  renewFeed: endpoint('POST', '/api/searches/{id}/feed', 'user', {
    summary: 'Give the Atom feed of a saved search a new secret address; the one before ends at once.',
    params: z.object({ id }),
    response: SavedSearch,
    errors: ['not_found'],
  }),
  removeFeed: endpoint('DELETE', '/api/searches/{id}/feed', 'user', {
    summary: 'End the Atom feed of a saved search; repeating changes nothing.',
    params: z.object({ id }),
    response: SavedSearch,
    errors: ['not_found'],
  }),
  emailPreferences: endpoint('GET', '/api/letters', 'user', {
    summary: 'Whether the viewer receives emails about favourites: a lower price, on sale again.',
    response: z.object({ favorites: bit }),
  }),
  changeEmailPreferences: endpoint('POST', '/api/letters', 'user', {
    summary: 'Turn emails about favourites on or off; repeating changes nothing.',
    body: z.object({ favorites: flag }),
    response: z.object({ favorites: bit }),
  }),
  // Mail programs post to the address of the page itself (one-click unsubscribe, RFC 8058).
  unsubscribe: endpoint('POST', ['/api/unsubscribe', '/unsubscribe'], 'public', {
    summary: 'Unsubscribe from one kind of email by the signed token of its link; repeating changes nothing.',
    query: z.object({ token: singleLine(400) }),
    // Mail programs send either form encoding; the content is ignored.
    multipart: true,
    response: z.object({
      kind: z.enum(EMAIL_KINDS),
      name: z.string(),
    }),
    errors: ['not_found'],
    limit: { max: 60, seconds: 3600 },
  }),
  /** Requires the session of the recipient, because a forwarded email must not switch emails on again. */
  resubscribe: endpoint('POST', '/api/unsubscribe/undo', 'user', {
    summary: 'Undo an unsubscription made by the link in an email; repeating changes nothing.',
    query: z.object({ token: singleLine(400) }),
    response: z.object({ kind: z.enum(EMAIL_KINDS), name: z.string() }),
    errors: ['not_found'],
  }),
};
