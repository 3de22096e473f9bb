import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, id, idList, requiredLine, search } from '../platform/fields.ts';
import { offsetPaging, total } from '../platform/paging.ts';
import { ADS_PAGE_MAX, ADS_PAGE_SIZE, Board } from './ads.ts';

export const FAVORITES_MAX = 2000;
export const FAVORITE_FOLDERS_MAX = 50;
export const FAVORITE_FOLDER_NAME_MAX = 50;
/** Favorites that are moved by one call. */
export const FAVORITES_MOVED_MAX = 100;
/** Favorites that a guest's browser stores until somebody signs in. */
export const GUEST_FAVORITES_MAX = 60;

/** A folder of favorite ads, for its owner alone. Folder 0 stands for the favorites in no folder. */
export const FavoriteFolder = z.object({ id: z.number().int(), name: z.string(), count: z.number().int() });
export type FavoriteFolder = z.infer<typeof FavoriteFolder>;

const folder = z.union([z.literal('0').transform(() => 0), z.literal(0), id]);
const folderPaths = ['/api/favorites/folders/{id}', '/api/favorite/folders/{id}'];
const folderName = z.object({ name: requiredLine(FAVORITE_FOLDER_NAME_MAX) });

const toggled = z.object({ board_id: z.number().int(), subscription_on_board: bit });

export const favoritesApi = {
  list: endpoint('GET', ['/api/favorites', '/api/favorite'], 'user', {
    summary:
      'The viewer’s favourite ads, the latest first. What was sold, archived or erased stays, with its `board_state`.',
    /** `folder`: only what is in this folder; 0: only what is in none. */
    query: z.object({ search, folder: folder.optional(), ...offsetPaging(ADS_PAGE_SIZE, ADS_PAGE_MAX) }),
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
  folders: endpoint('GET', ['/api/favorites/folders', '/api/favorite/folders'], 'user', {
    summary: 'The viewer’s folders by name, with how many favourites are in each, and how many there are in all.',
    response: z.object({ folders: z.array(FavoriteFolder), total }),
  }),
  createFolder: endpoint('PUT', ['/api/favorites/folders', '/api/favorite/folders'], 'user', {
    summary: 'Create a folder of favourites.',
    body: folderName,
    response: FavoriteFolder,
    errors: ['already_exists', 'folders_full'],
  }),
  renameFolder: endpoint('POST', folderPaths, 'user', {
    summary: 'Rename a folder of favourites.',
    params: z.object({ id }),
    body: folderName,
    response: FavoriteFolder,
    errors: ['not_found', 'already_exists'],
  }),
  removeFolder: endpoint('DELETE', folderPaths, 'user', {
    summary: 'Delete a folder; the favourites in it stay, in no folder.',
    params: z.object({ id }),
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
  move: endpoint('POST', ['/api/favorites/move', '/api/favorite/move'], 'user', {
    summary: 'Move favourites into a folder, or with `folder` 0 out of it; ads that are no favourites are left out.',
    body: z.object({ board_ids: idList(FAVORITES_MOVED_MAX), folder }),
    response: z.object({ board_ids: z.array(z.number().int()) }),
    errors: ['not_found'],
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
