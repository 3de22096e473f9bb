import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { defineJob } from '../queue/job.ts';
import { deleteOldUserEvents } from './user-events.queries.ts';

const RETENTION_MS = 30 * 24 * 3600 * 1000;

/** Purges old user events: clients that were away for longer reload everything. */
export const sweepUserEvents = defineJob({
  name: 'sweep-user-events',
  payload: z.object({}),
  run: ({ pool, clock }: { pool: pg.Pool; clock: Clock }) =>
    deleteOldUserEvents(pool, new Date(clock().getTime() - RETENTION_MS)),
});
