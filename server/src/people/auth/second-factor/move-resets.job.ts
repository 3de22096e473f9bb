import { z } from 'zod';
import { defineJob } from '../../../platform/queue/job.ts';
import type { Services } from '../../../platform/services.ts';
import { moveResets } from './second-step-reset.ts';

/** Second steps whose owners lost every code and waited. */
export const moveSecondStepResets = defineJob({
  name: 'move-second-step-resets',
  payload: z.object({}),
  run: (services: Services) => moveResets(services),
});
