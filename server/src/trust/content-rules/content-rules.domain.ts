import { defineDomain } from '../../platform/domain/domain.ts';
import { checkProfile } from './check-profile.ts';
import { eraseContentRuleData } from './content-rules.public.ts';
import { registerContentRules } from './content-rules.routes.ts';
import { exportContentRulesOf } from './export-content-rules.public.ts';
import { sweepContentFingerprints } from './sweep-content-fingerprints.job.ts';

export const contentRules = defineDomain({
  name: 'content-rules',
  routes: registerContentRules,
  periodicJobs: [{ job: sweepContentFingerprints, everySeconds: 3600 }],
  on: { 'profile.changed': checkProfile },
  userData: { erase: eraseContentRuleData, exports: { rules: exportContentRulesOf } },
});
