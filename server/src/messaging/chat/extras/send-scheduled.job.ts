import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { findScheduled, lockScheduled, type ScheduledRow } from './scheduled.queries.ts';
import { publishScheduledEvent, requireCardStill, sendLockedScheduled } from './send-scheduled.ts';

/** Tolerated clock difference between database and node in milliseconds. */
const EARLY_MS = 2000;

/**
 * Sends a scheduled message when its time has come; safe to run twice. A message that cannot be sent stores the failure
 * for its sender.
 */
export const sendScheduled = defineJob({
  name: 'send-scheduled',
  payload: z.object({ id: z.number().int() }),
  run: async (services: Services, { id }) => {
    const { db, clock } = services;
    // The message may have been rescheduled, and that time has its own job.
    const isDue = ({ failure, send_at }: ScheduledRow) =>
      failure === '' && send_at.getTime() <= clock().getTime() + EARLY_MS;
    const waiting = await findScheduled(db, id);
    if (waiting === undefined || !isDue(waiting)) return;
    try {
      await requireCardStill(services, waiting);
      await db.transaction().execute(async (tx) => {
        const row = await lockScheduled(tx, id);
        if (row !== undefined && isDue(row)) await sendLockedScheduled(services, tx, row);
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { code } = error;
      await db.transaction().execute(async (tx) => {
        const row = await lockScheduled(tx, id);
        if (row !== undefined && isDue(row)) await recordFailure(services, tx, row, code);
      });
    }
  },
});

async function recordFailure(services: Services, tx: Tx, row: ScheduledRow, code: string): Promise<void> {
  await tx.updateTable('scheduled_messages').set({ failure: code }).where('id', '=', row.id).execute();
  await publishScheduledEvent(services, tx, row);
}

const FOUND_AT_ONCE = 500;

/** Queues overdue messages whose job has failed too often. */
export const findOverdue = defineJob({
  name: 'find-overdue-messages',
  payload: z.object({}),
  run: async ({ db, queue, clock }: Services) => {
    const before = new Date(clock().getTime() - 2 * 60_000);
    const { rows } = await sql<{ id: number }>`
      select id from scheduled_messages where failure = '' and send_at < ${before}
      order by send_at limit ${FOUND_AT_ONCE}`.execute(db);
    await queue.addAll(
      db,
      sendScheduled,
      rows.map(({ id }) => ({ payload: { id }, key: String(id) })),
    );
  },
});
