import type { QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { defineJob } from '../queue/job.ts';
import { rotateUserEvents } from './user-events.queries.ts';

const RETENTION_MS = 30 * 24 * 3600 * 1000;

/** Drops old user events: clients that were away for longer reload everything. */
export const sweepUserEvents = defineJob({
  name: 'sweep-user-events',
  payload: z.object({}),
  run: ({ db, clock }: { db: QueryExecutorProvider; clock: Clock }) =>
    rotateUserEvents(db, new Date(clock().getTime() - RETENTION_MS)),
});
