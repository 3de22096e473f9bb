import { defineDomain } from '../../platform/domain/domain.ts';
import { exportInvitationsOf } from './export-invitations.public.ts';
import { invitationModerationTarget } from './invitation-moderation-target.public.ts';
import { eraseInvitationData } from './invitations.public.ts';
import { registerInvitations } from './invitations.routes.ts';
import { onUserRegistered } from './on-user-registered.public.ts';
import { recordInvitationEvent } from './record-invitation-event.public.ts';
import { markRegistered } from './record-visit.public.ts';
import { sendInviterFriendRequestJob } from './send-inviter-friend-request.job.ts';
import { sweepInvitations } from './sweep-invitations.job.ts';

export const invitations = defineDomain({
  name: 'invitations',
  routes: registerInvitations,
  jobs: [sendInviterFriendRequestJob],
  periodicJobs: [{ job: sweepInvitations, everySeconds: 3600 }],
  onSignUpResponse: markRegistered,
  on: {
    'user.registered': (services, tx, { newcomer }) => onUserRegistered(services, tx, newcomer),
    'user.activated': (services, tx, { userId }) => recordInvitationEvent(services, tx, userId, 'activated'),
    'subscription.paid': (services, tx, { userId }) => recordInvitationEvent(services, tx, userId, 'paid'),
    'subscription.refunded': (services, tx, { userId }) => recordInvitationEvent(services, tx, userId, 'refunded'),
  },
  userData: { erase: eraseInvitationData, exports: { invitations: exportInvitationsOf } },
  moderationTargets: { invitation: invitationModerationTarget },
});
