import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, id, idList, search } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';
import { ADS_PAGE_MAX, ADS_PAGE_SIZE, Board } from './ads.ts';

export const FAVORITES_MAX = 2000;
/** Favorites that a guest's browser stores until somebody signs in. */
export const GUEST_FAVORITES_MAX = 60;

const toggled = z.object({ board_id: z.number().int(), subscription_on_board: bit });

export const favoritesApi = {
  list: endpoint('GET', ['/api/favorites', '/api/favorite'], 'user', {
    summary:
      'The viewer’s favourite ads, the latest first. What was sold, archived or erased stays, with its `board_state`.',
    query: z.object({ search, ...offsetPaging(ADS_PAGE_SIZE, ADS_PAGE_MAX) }),
    response: z.object({ boards: z.array(Board), total }),
  }),
  add: endpoint('PUT', ['/api/favorites', '/api/favorite'], 'user', {
    summary: 'Make an ad a favourite; again changes nothing.',
    body: z.object({ subscription_board_id: id }),
    response: toggled,
    errors: ['not_found', 'gone', 'forbidden', 'favorites_full'],
  }),
  remove: endpoint('DELETE', ['/api/favorites', '/api/favorite'], 'user', {
    summary: 'No favourite any more; again changes nothing.',
    query: z.object({ board_id: id }),
    response: toggled,
  }),
  listGuest: endpoint('GET', '/api/favorites/guest', 'public', {
    summary: 'The ads that a guest’s browser remembers, in the given order; those that are not public are left out.',
    query: z.object({ board_ids: idList(GUEST_FAVORITES_MAX) }),
    response: z.object({ boards: z.array(Board) }),
  }),
  merge: endpoint('POST', '/api/favorites/merge', 'user', {
    summary:
      'Add what a guest’s browser remembers, the latest first; again changes nothing. Own ads, ads that cannot be seen and what is beyond the limit are left out.',
    body: z.object({ board_ids: idList(GUEST_FAVORITES_MAX) }),
    response: z.object({ board_ids: z.array(z.number().int()) }),
    limit: { max: 30, seconds: 60 },
  }),
};
