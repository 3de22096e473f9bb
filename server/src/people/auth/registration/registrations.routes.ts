import { registrationsApi } from '@app/contract/people/registrations';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { createCodes, listCodes, removeCode } from './invitation-codes.ts';
import { decideRequest, listRequests } from './registration-requests.ts';

export function registerRegistrations(app: FastifyInstance, services: Services): void {
  bind(app, services, registrationsApi, {
    list: ({ query }) => listRequests(services, query),
    decide: ({ viewer, params, body }) => decideRequest(services, viewer, params.user_id, body),
    listCodes: ({ query }) => listCodes(services, query),
    createCodes: ({ viewer, body }) => createCodes(services, viewer, body),
    removeCode: ({ viewer, params }) => removeCode(services, viewer, params.id),
  });
}
