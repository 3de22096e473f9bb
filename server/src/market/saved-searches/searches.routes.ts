import { searchesApi } from '@app/contract/market/searches';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { changeSearch, removeSearch, setSearchFeed } from './change-search.ts';
import { getFavoriteEmails, setFavoriteEmails } from './favorite-emails.ts';
import { listSearches } from './list-searches.ts';
import { saveSearch } from './save-search.ts';
import { resubscribe, unsubscribe } from './unsubscribe.ts';

export function registerSearches(app: FastifyInstance, services: Services): void {
  bind(app, services, searchesApi, {
    list: ({ viewer }) => listSearches(services, viewer),
    save: ({ viewer, body: { letters, ...filters } }) => saveSearch(services, viewer, filters, letters === 1),
    change: ({ viewer, params, body }) => changeSearch(services, viewer, params.id, body),
    remove: ({ viewer, params }) => removeSearch(services, viewer, params.id),
    renewFeed: ({ viewer, params }) => setSearchFeed(services, viewer, params.id, true),
    removeFeed: ({ viewer, params }) => setSearchFeed(services, viewer, params.id, false),
    emailPreferences: async ({ viewer }) => ({
      favorites: await getFavoriteEmails(services, viewer),
    }),
    changeEmailPreferences: async ({ viewer, body }) => ({
      favorites: await setFavoriteEmails(services, viewer, body.favorites),
    }),
    unsubscribe: ({ viewer, query }) => unsubscribe(services, viewer, query.token),
    resubscribe: ({ viewer, query }) => resubscribe(services, viewer, query.token),
  });
}
