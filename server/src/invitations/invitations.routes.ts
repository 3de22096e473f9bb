import { invitationsApi } from '@app/contract/invitations';
import type { FastifyInstance } from 'fastify';
import { bind } from '../platform/bind.ts';
import type { Services } from '../services.ts';
import { getOwnInvitation, listInvitations } from './list-invitations.ts';

export function registerInvitations(app: FastifyInstance, services: Services): void {
  bind(app, services, invitationsApi.mine, ({ viewer }) => getOwnInvitation(services, viewer));
  bind(app, services, invitationsApi.history, ({ viewer, params, query }) =>
    listInvitations(services, viewer, params.user_id, query),
  );
}
