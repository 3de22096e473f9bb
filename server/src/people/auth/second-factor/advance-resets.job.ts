import { z } from 'zod';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { advanceResets } from './second-factor-reset.ts';

export const advanceSecondFactorResets = defineJob({
  name: 'advance-second-factor-resets',
  payload: z.object({}),
  run: (services: Services) => advanceResets(services),
});
