import { searchesApi } from '@app/contract/market/searches';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { changeSearch, removeSearch } from './change-search.ts';
import { getFavoriteEmails, setFavoriteEmails } from './favorite-emails.ts';
import { listSearches } from './list-searches.ts';
import { saveSearch } from './save-search.ts';
import { resubscribe, unsubscribe } from './unsubscribe.ts';

export function registerSearches(app: FastifyInstance, services: Services): void {
  bind(app, services, searchesApi.list, ({ viewer }) => listSearches(services, viewer));
  bind(app, services, searchesApi.save, ({ viewer, body: { letters, ...filters } }) =>
    saveSearch(services, viewer, filters, letters === 1),
  );
  bind(app, services, searchesApi.change, ({ viewer, params, body }) =>
    changeSearch(services, viewer, params.id, body),
  );
  bind(app, services, searchesApi.remove, ({ viewer, params }) => removeSearch(services, viewer, params.id));
  bind(app, services, searchesApi.emailPreferences, async ({ viewer }) => ({
    favorites: await getFavoriteEmails(services, viewer),
  }));
  bind(app, services, searchesApi.changeEmailPreferences, async ({ viewer, body }) => ({
    favorites: await setFavoriteEmails(services, viewer, body.favorites),
  }));
  bind(app, services, searchesApi.unsubscribe, ({ viewer, query }) => unsubscribe(services, viewer, query.token));
  bind(app, services, searchesApi.resubscribe, ({ viewer, query }) => resubscribe(services, viewer, query.token));
}
