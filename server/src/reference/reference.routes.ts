import { placesApi } from '@app/contract/reference/places';
import { REFERENCE_CACHE_MS, REFERENCE_PAGE_MAX, referenceApi } from '@app/contract/reference/reference';
import { safePlacesApi } from '@app/contract/reference/safe-places';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../platform/domain/services.ts';
import { bind } from '../platform/http/bind.ts';
import { createCategory, createCity, createCountry, editCategory, editCity, editCountry } from './edit-reference.ts';
import { exportReference, ReferenceExportQuery } from './export-reference.ts';
import { importReference } from './import-reference.ts';
import { listDistricts } from './list-districts.ts';
import { findNearest, suggestPlaces } from './places/find-places.ts';
import { getCity, getCountry } from './reference.public.ts';
import { listCategories, listCities, listCountries } from './reference.queries.ts';
import { removeReference } from './remove-reference.ts';
import { createSafePlace, editSafePlace, removeSafePlace } from './safe-places/edit-safe-places.ts';
import { listSafePlaces } from './safe-places/safe-places.queries.ts';

interface Page {
  search?: string | undefined;
  offset: number;
  size: number;
  sort?: string | undefined;
}

export function registerReference(app: FastifyInstance, services: Services): void {
  const { db, publicCache } = services;
  const api = referenceApi;
  /** Complete lists are cached, because they appear on every page and rarely change. */
  const whole = <List>(key: string, { search, offset, size, sort }: Page, read: () => Promise<List>): Promise<List> =>
    !search && !sort && offset === 0 && size === REFERENCE_PAGE_MAX
      ? publicCache.getOrCompute(`reference ${key}`, REFERENCE_CACHE_MS, read)
      : read();

  bind(app, services, api, {
    listCategories: ({ viewer: { lang }, query }) =>
      whole(`categories ${lang}`, query, () => listCategories(db, lang, query)),
    createCategory: ({ viewer, idempotency, body }) => createCategory(services, viewer, idempotency, body),
    editCategory: ({ viewer, body }) => editCategory(services, viewer, body.id, body),
    removeCategory: ({ viewer, query }) => removeReference(services, viewer, 'category', query),
    listCountries: ({ viewer: { lang }, query }) =>
      query.phone_code === undefined
        ? whole(`countries ${lang}`, query, () => listCountries(db, lang, query))
        : listCountries(db, lang, { ...query, phoneCode: query.phone_code }),
    getCountry: ({ viewer, params }) => getCountry(db, viewer.lang, params.id),
    getCountryPhone: ({ viewer, params }) => getCountry(db, viewer.lang, params.id),
    createCountry: ({ viewer, idempotency, body }) => createCountry(services, viewer, idempotency, body),
    editCountry: ({ viewer, body }) => editCountry(services, viewer, body.id, body),
    removeCountry: ({ viewer, query }) => removeReference(services, viewer, 'country', query),
    listCities: ({ viewer: { lang }, query }) =>
      whole(`cities ${lang} ${query.country}`, query, () =>
        listCities(db, lang, { ...query, countryId: query.country }),
      ),
    getCity: ({ viewer, params }) => getCity(db, viewer.lang, params.id),
    createCity: ({ viewer, idempotency, body }) => createCity(services, viewer, idempotency, body),
    editCity: ({ viewer, body }) => editCity(services, viewer, body.id, body),
    removeCity: ({ viewer, query }) => removeReference(services, viewer, 'city', query),
  });

  app.downloads.push({
    paths: ['/api/categories/export.csv', '/api/countries/export.csv', '/api/cities/export.csv'],
    types: ['text/csv'],
    access: 'staff',
    permission: 'reference.edit',
    summary: 'Rows of the reference that match the search, as a table.',
    query: ReferenceExportQuery,
  });
  for (const table of ['categories', 'countries', 'cities'] as const)
    app.get(`/api/${table}/export.csv`, (request, reply) => exportReference(services, table, request, reply));

  bind(app, services, api, {
    importTable: ({ viewer, body }) => importReference(services, viewer, body),
    listDistricts: ({ query }) => listDistricts(services, query.city),
  });
  bind(app, services, placesApi, {
    suggest: ({ viewer: { lang }, query }) => suggestPlaces(services.pool, lang, query),
    nearest: async ({ viewer: { lang }, query: { lat, lon } }) => ({
      place: await findNearest(services.pool, lang, { latitude: lat, longitude: lon }),
    }),
  });
  bind(app, services, safePlacesApi, {
    list: ({ viewer: { lang }, query }) => listSafePlaces(db, lang, { ...query, cityId: query.city }),
    create: ({ viewer, idempotency, body }) => createSafePlace(services, viewer, idempotency, body),
    edit: ({ viewer, body: { id, ...draft } }) => editSafePlace(services, viewer, id, draft),
    remove: ({ viewer, query }) => removeSafePlace(services, viewer, query.id),
  });
}
