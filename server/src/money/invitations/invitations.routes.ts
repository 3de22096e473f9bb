import { invitationsApi } from '@app/contract/money/invitations';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { getOwnInvitation, listInvitations } from './list-invitations.ts';
import { decideInvitations, listForReview } from './review-invitations.ts';

export function registerInvitations(app: FastifyInstance, services: Services): void {
  bind(app, services, invitationsApi, {
    own: ({ viewer }) => getOwnInvitation(services, viewer),
    review: ({ viewer, query }) => listForReview(services, viewer, query),
    decide: ({ viewer, body }) => decideInvitations(services, viewer, body),
    history: ({ viewer, params, query }) => listInvitations(services, viewer, params.user_id, query),
  });
}
