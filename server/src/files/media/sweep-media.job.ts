import { z } from 'zod';
import { defineJob } from '../../platform/queue/job.ts';
import { type SweepServices, sweepUploads } from './sweep-uploads.ts';

export const sweepMedia = defineJob({
  name: 'sweep-media',
  payload: z.object({}),
  run: (services: SweepServices) => sweepUploads(services),
});
