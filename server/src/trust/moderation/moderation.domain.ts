import { defineDomain } from '../../platform/domain.ts';
import { runWave } from './bulk-sanctions/run-wave.job.ts';
import { forgetWaves } from './bulk-sanctions/waves.public.ts';
import { registerWaves } from './bulk-sanctions/waves.routes.ts';
import { exportModerationOf } from './export-moderation.public.ts';
import { moderatedMeasure, moderatedPerson } from './moderated-account.public.ts';
import { forgetModeration } from './moderation.public.ts';
import { registerModeration } from './moderation.routes.ts';
import { settleMeasures } from './settle-measures.job.ts';

export const moderation = defineDomain({
  name: 'moderation',
  routes: [registerModeration, registerWaves],
  jobs: [settleMeasures, runWave],
  periodicJobs: [{ job: settleMeasures, everySeconds: 60 }],
  userData: { erase: [forgetModeration, forgetWaves], exports: { moderation: exportModerationOf } },
  moderationTargets: { user: moderatedPerson, measure: moderatedMeasure },
});
