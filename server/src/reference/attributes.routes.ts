import { attributesApi } from '@app/contract/reference/attributes';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../platform/domain/services.ts';
import { bind } from '../platform/http/bind.ts';
import { createAttribute, editAttribute, removeAttribute } from './edit-attributes.ts';
import { listAttributes } from './list-attributes.ts';

export function registerAttributes(app: FastifyInstance, services: Services): void {
  const api = attributesApi;
  bind(app, services, api, {
    list: ({ viewer, query }) =>
      listAttributes(services, {
        categoryId: query.category ?? null,
        lang: viewer.lang,
        withNames: viewer.isStaff && query.names === 1,
      }),
    create: ({ viewer, idempotency, body }) => createAttribute(services, viewer, idempotency, body),
    edit: ({ viewer, body }) => editAttribute(services, viewer, body),
    remove: ({ viewer, query }) => removeAttribute(services, viewer, query.id),
  });
}
