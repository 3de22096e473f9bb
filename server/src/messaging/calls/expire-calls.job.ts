import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { listDue } from './calls.queries.ts';
import { advanceCall } from './change-call.ts';

const BATCH = 100;

export const expireCalls = defineJob({
  name: 'expire-calls',
  payload: z.object({}),
  run: async (services: Services) => {
    for (const roomId of await listDue(services.db, BATCH)) await advanceCall(services, roomId);
  },
});
