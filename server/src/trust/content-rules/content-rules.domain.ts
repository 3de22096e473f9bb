import { defineDomain } from '../../platform/domain.ts';
import { exportRulesOf } from './export-rules.public.ts';
import { forgetRules } from './rules.public.ts';
import { registerRules } from './rules.routes.ts';
import { sweepTraces } from './sweep-traces.job.ts';

export const contentRules = defineDomain({
  name: 'content-rules',
  routes: registerRules,
  jobs: [sweepTraces],
  periodicJobs: [{ job: sweepTraces, everySeconds: 3600 }],
  userData: { erase: forgetRules, exports: { rules: exportRulesOf } },
});
