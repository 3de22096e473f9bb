import { z } from 'zod';
import { defineJob } from '../../../platform/queue/job.ts';
import type { Services } from '../../../platform/services.ts';
import { advanceResets } from './second-factor-reset.ts';

export const advanceSecondFactorResets = defineJob({
  name: 'move-second-step-resets',
  payload: z.object({}),
  run: (services: Services) => advanceResets(services),
});
