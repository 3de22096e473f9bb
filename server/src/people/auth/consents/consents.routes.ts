import { consentsApi } from '@app/contract/people/consents';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { acceptDocument, listAwaited, listConsents } from './consents.public.ts';

export function registerConsents(app: FastifyInstance, services: Services): void {
  bind(app, services, consentsApi, {
    list: ({ viewer }) => listConsents(services, viewer.userId),
    accept: ({ viewer, body }) => acceptDocument(services, viewer, body),
    listAwaited: async ({ viewer }) => ({ awaited: await listAwaited(services, viewer.userId, viewer.lang) }),
  });
}
