import { defineDomain } from '../../platform/domain.ts';
import { askInviterJob } from './ask-inviter.job.ts';
import { exportInvitationsOf } from './export-invitations.public.ts';
import { forgetInvitations } from './invitations.public.ts';
import { registerInvitations } from './invitations.routes.ts';
import { moderatedInvitation } from './moderated-invitation.public.ts';
import { sweepInvitations } from './sweep-invitations.job.ts';

export const invitations = defineDomain({
  name: 'invitations',
  routes: registerInvitations,
  jobs: [askInviterJob, sweepInvitations],
  periodicJobs: [{ job: sweepInvitations, everySeconds: 3600 }],
  userData: { erase: forgetInvitations, exports: { invitations: exportInvitationsOf } },
  moderationTargets: { invitation: moderatedInvitation },
});
