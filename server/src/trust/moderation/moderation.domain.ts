import { defineDomain } from '../../platform/domain/domain.ts';
import { eraseBulkSanctionData } from './bulk-sanctions/bulk-sanctions.public.ts';
import { registerBulkSanctions } from './bulk-sanctions/bulk-sanctions.routes.ts';
import { runBulkSanction } from './bulk-sanctions/run-bulk-sanction.job.ts';
import { expireSanctions } from './expire-sanctions.job.ts';
import { exportModerationOf } from './export-moderation.public.ts';
import { endSuspensions, eraseModerationData, findSuspension } from './moderation.public.ts';
import { registerModeration } from './moderation.routes.ts';
import { extendSuspensionIndefinitely } from './suspension.public.ts';
import { sanctionModerationTarget, userModerationTarget } from './user-moderation-target.public.ts';

export const moderation = defineDomain({
  name: 'moderation',
  routes: [registerModeration, registerBulkSanctions],
  jobs: [runBulkSanction],
  periodicJobs: [{ job: expireSanctions, everySeconds: 60 }],
  findSuspension,
  on: {
    'user.suspendedForever': (_, tx, { userId }) => extendSuspensionIndefinitely(tx, userId),
    'suspension.lifted': (services, tx, { userId, by }) => endSuspensions(services, tx, userId, by),
  },
  userData: { erase: [eraseModerationData, eraseBulkSanctionData], exports: { moderation: exportModerationOf } },
  moderationTargets: { user: userModerationTarget, measure: sanctionModerationTarget },
});
