import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { changeStream } from './change-stream.ts';
import { listDue } from './streams.queries.ts';

const BATCH = 200;

/** Advances streams by time: none stays waiting, lost or announced forever when the node that knew it died. */
export const expireStreams = defineJob({
  name: 'expire-streams',
  payload: z.object({}),
  run: async (services: Services) => {
    for (const id of await listDue(services.db, BATCH)) await changeStream(services, id, { type: 'clock' });
  },
});
