import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../platform/queue/job.ts';
import type { Services } from '../services.ts';
import { bringOut } from './bring-out.ts';
import { holdRow } from './hold-publication.ts';

/** Clocks of the database and of the node may differ by so much. */
const EARLY_MS = 2000;

/** The time of a planned publication has come. Run twice, the second finds it out already. */
export const publishPlanned = defineJob({
  name: 'publish-planned',
  payload: z.object({ id: z.number().int() }),
  run: async (services: Services, { id }) => {
    const { db, clock, publicCache } = services;
    await db.transaction().execute(async (tx) => {
      const row = await holdRow(tx, id);
      // Somebody who left or is suspended publishes nothing; what was planned waits for their return.
      if (row === undefined || row.state !== 'planned' || row.publish_at === null || row.author_hidden) return;
      // It waits for another time now, which has a job of its own.
      if (row.publish_at.getTime() > clock().getTime() + EARLY_MS) return;
      await bringOut(services, tx, row);
    });
    publicCache.invalidate();
  },
});

const FOUND_AT_ONCE = 500;
const LATE_MS = 60_000;

/** What is over its time though nobody works on it: its job has failed for too long, or its author was away. */
export const findOverduePublications = defineJob({
  name: 'find-overdue-publications',
  payload: z.object({}),
  run: async ({ db, queue, clock }: Pick<Services, 'db' | 'queue' | 'clock'>) => {
    const { rows } = await sql<{ id: number }>`
      select id from publications
      where state = 'planned' and deleted_at is null and not author_hidden
        and publish_at < ${new Date(clock().getTime() - LATE_MS)}
      order by publish_at limit ${FOUND_AT_ONCE}`.execute(db);
    await queue.addAll(
      db,
      publishPlanned,
      rows.map(({ id }) => ({ payload: { id }, key: String(id) })),
    );
  },
});
