import { defineDomain } from '../../platform/domain/domain.ts';
import { eraseAccountSecurity, exportAccountSecurityOf } from './account-security.public.ts';
import { registerAuth } from './auth.routes.ts';
import { registerConsents } from './consents/consents.routes.ts';
import { countTakenIdentifier } from './contact-codes.public.ts';
import { erasePeople } from './erase-people.job.ts';
import { exportAuthOf } from './export-auth.public.ts';
import { registerRegistrations } from './registration/registrations.routes.ts';
import { advanceSecondFactorResets } from './second-factor/advance-resets.job.ts';
import { registerSecurity } from './security.routes.ts';
import { sweepSessions } from './sweep-sessions.job.ts';

export const auth = defineDomain({
  name: 'auth',
  routes: [registerAuth, registerSecurity, registerConsents, registerRegistrations],
  periodicJobs: [
    { job: erasePeople, everySeconds: 3600 },
    { job: sweepSessions, everySeconds: 3600 },
    { job: advanceSecondFactorResets, everySeconds: 3600 },
  ],
  onTakenIdentifier: countTakenIdentifier,
  on: {
    'user.erasureRequested': ({ queue }, tx) => queue.add(tx, erasePeople, {}),
  },
  userData: { erase: eraseAccountSecurity, exports: { security: exportAuthOf, sign_ins: exportAccountSecurityOf } },
});
