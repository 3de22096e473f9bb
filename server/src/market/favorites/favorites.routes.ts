import { favoritesApi } from '@app/contract/market/favorites';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { addFavorite, removeFavorite } from './add-favorite.ts';
import { createFolder, listFolders, moveFavorites, removeFolder, renameFolder } from './favorite-folders.ts';
import { listFavorites } from './list-favorites.ts';
import { listGuestFavorites, mergeFavorites } from './merge-favorites.ts';

export function registerFavorites(app: FastifyInstance, services: Services): void {
  bind(app, services, favoritesApi, {
    list: ({ viewer, query }) => listFavorites(services, viewer, query),
    add: ({ viewer, body }) => addFavorite(services, viewer, body.subscription_board_id),
    folders: ({ viewer }) => listFolders(services.db, viewer),
    createFolder: ({ viewer, body }) => createFolder(services, viewer, body.name),
    renameFolder: ({ viewer, params, body }) => renameFolder(services, viewer, params.id, body.name),
    removeFolder: ({ viewer, params }) => removeFolder(services, viewer, params.id),
    move: ({ viewer, body }) => moveFavorites(services, viewer, body.board_ids, body.folder),
    listGuest: ({ viewer, query }) => listGuestFavorites(services, viewer, query.board_ids),
    merge: ({ viewer, body }) => mergeFavorites(services, viewer, body.board_ids),
    remove: ({ viewer, query }) => removeFavorite(services, viewer, query.board_id),
  });
}
