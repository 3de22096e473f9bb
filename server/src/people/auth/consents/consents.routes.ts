import { consentsApi } from '@app/contract/people/consents';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { acceptDocument, listConsents } from './consents.ts';

export function registerConsents(app: FastifyInstance, services: Services): void {
  bind(app, services, consentsApi, {
    list: ({ viewer }) => listConsents(services.db, viewer.userId),
    accept: ({ viewer, body }) => acceptDocument(services, viewer, body),
  });
}
