import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, id, search } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';
import { ADS_PAGE_MAX, ADS_PAGE_SIZE, Board } from './ads.ts';

export const FAVORITES_MAX = 2000;

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
};
