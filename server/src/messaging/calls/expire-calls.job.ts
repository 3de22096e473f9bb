import { z } from 'zod';
import { defineJob } from '../../platform/queue/job.ts';
import { listDue } from './calls.queries.ts';
import { advanceCall, type CallServices } from './change-call.ts';

const BATCH = 100;

export const expireCalls = defineJob({
  name: 'expire-calls',
  payload: z.object({}),
  run: async (services: CallServices) => {
    for (const roomId of await listDue(services.db, BATCH)) await advanceCall(services, roomId);
  },
});
