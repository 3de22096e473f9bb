import { z } from 'zod';
import { defineJob } from '../../platform/queue/job.ts';
import { changeStream, type StreamServices } from './change-stream.ts';
import { listDue } from './streams.queries.ts';

const BATCH = 200;

/** What time does to streams: nobody waits, is lost or announced for ever, whatever became of the node that knew. */
export const expireStreams = defineJob({
  name: 'settle-streams',
  payload: z.object({}),
  run: async (services: StreamServices) => {
    for (const id of await listDue(services.db, BATCH)) await changeStream(services, id, { type: 'clock' });
  },
});
