import { registrationsApi } from '@app/contract/people/registrations';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { createCodes, listCodes, removeCode } from './invitation-codes.ts';
import { countWaitingRequests, decideRequest, listRequests } from './registration-requests.ts';

export function registerRegistrations(app: FastifyInstance, services: Services): void {
  bind(app, services, registrationsApi, {
    list: ({ viewer, query }) => listRequests(services, viewer, query),
    count: () => countWaitingRequests(services),
    decide: ({ viewer, params, body }) => decideRequest(services, viewer, params.user_id, body),
    listCodes: ({ viewer, query }) => listCodes(services, viewer, query),
    createCodes: ({ viewer, body }) => createCodes(services, viewer, body),
    removeCode: ({ viewer, params }) => removeCode(services, viewer, params.id),
  });
}
