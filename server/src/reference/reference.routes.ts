import { referenceApi } from '@app/contract/reference';
import type { FastifyInstance } from 'fastify';
import { bind } from '../platform/bind.ts';
import type { Services } from '../services.ts';
import {
  createCategory,
  createCity,
  createCountry,
  editCategory,
  editCity,
  editCountry,
  removeCategory,
  removeCity,
  removeCountry,
} from './edit-reference.ts';
import { getCity, getCountry } from './reference.public.ts';
import { listCategories, listCities, listCountries } from './reference.queries.ts';

/** Categories, countries and cities: read by everyone, written by staff. */
export function registerReference(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const api = referenceApi;

  bind(app, services, api.listCategories, ({ viewer, query }) => listCategories(db, viewer.lang, query));
  bind(app, services, api.createCategory, ({ viewer, idempotency, body }) =>
    createCategory(services, viewer, idempotency, body),
  );
  bind(app, services, api.editCategory, ({ viewer, body }) => editCategory(services, viewer, body.id, body));
  bind(app, services, api.removeCategory, ({ query }) => removeCategory(services, query.id));

  bind(app, services, api.listCountries, ({ viewer, query }) =>
    listCountries(db, viewer.lang, { ...query, phoneCode: query.phone_code }),
  );
  bind(app, services, api.getCountry, ({ viewer, params }) => getCountry(db, viewer.lang, params.id));
  bind(app, services, api.getCountryPhone, ({ viewer, params }) => getCountry(db, viewer.lang, params.id));
  bind(app, services, api.createCountry, ({ viewer, idempotency, body }) =>
    createCountry(services, viewer, idempotency, body),
  );
  bind(app, services, api.editCountry, ({ viewer, body }) => editCountry(services, viewer, body.id, body));
  bind(app, services, api.removeCountry, ({ query }) => removeCountry(services, query.id));

  bind(app, services, api.listCities, ({ viewer, query }) =>
    listCities(db, viewer.lang, { ...query, countryId: query.country }),
  );
  bind(app, services, api.getCity, ({ viewer, params }) => getCity(db, viewer.lang, params.id));
  bind(app, services, api.createCity, ({ viewer, idempotency, body }) =>
    createCity(services, viewer, idempotency, body),
  );
  bind(app, services, api.editCity, ({ viewer, body }) => editCity(services, viewer, body.id, body));
  bind(app, services, api.removeCity, ({ query }) => removeCity(services, query.id));
}
