import { collectionsApi } from '@app/contract/publishing/collections';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import {
  createCollection,
  listCollectionItems,
  presentCollections,
  removeCollection,
  removeFromCollection,
  renameCollection,
  saveToCollection,
} from './collections.ts';

export function registerCollections(app: FastifyInstance, services: Services): void {
  bind(app, services, collectionsApi, {
    list: ({ viewer, query }) => presentCollections(services, viewer, query),
    create: ({ viewer, body, idempotency }) => createCollection(services, viewer, body.name, idempotency),
    save: ({ viewer, body }) => saveToCollection(services, viewer, body),
    unsave: ({ viewer, query }) => removeFromCollection(services, viewer, query),
    rename: ({ viewer, params, body }) => renameCollection(services, viewer, params.id, body.name),
    remove: ({ viewer, params }) => removeCollection(services.db, viewer, params.id),
    items: ({ viewer, params, query }) => listCollectionItems(services, viewer, params.id, query),
  });
}
