import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { defineJob } from '../queue/job.ts';
import type { LiveTables } from './live.tables.ts';
import { deleteOldUserEvents } from './user-events.queries.ts';

const KEPT_MS = 30 * 24 * 3600 * 1000;

interface SweepServices<Tables extends LiveTables> {
  db: Kysely<Tables>;
  clock: Clock;
}

/** Forget what people were told long ago: whoever was away for longer reads everything anew. */
export const sweepUserEvents = defineJob({
  name: 'sweep-user-events',
  payload: z.object({}),
  run: async <Tables extends LiveTables>({ db, clock }: SweepServices<Tables>) => {
    await deleteOldUserEvents(db, new Date(clock().getTime() - KEPT_MS));
  },
});
