import { z } from 'zod';
import { defineJob } from '../../platform/queue/job.ts';
import { type Sweeper, sweepUploads } from './sweep-uploads.ts';

export const sweepMedia = defineJob({
  name: 'sweep-media',
  payload: z.object({}),
  run: (services: Sweeper) => sweepUploads(services),
});
