import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Db } from '../../platform/database/tables.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { purgeOldDevices } from './devices/known-devices.ts';
import { purgeOldAddresses } from './security-log.ts';

/** Retired tokens are stored for this long; a copied token that appears later is just unknown. */
const RETIRED_RETENTION_MS = 30 * 24 * 3600 * 1000;

export const sweepSessions = defineJob({
  name: 'sweep-sessions',
  payload: z.object({}),
  run: async ({ db, clock }: { db: Db; clock: Clock }) => {
    const now = clock();
    const retiredBefore = new Date(now.getTime() - RETIRED_RETENTION_MS);
    await deleteInBatches(db, 'session_tokens', sql`retired_at <= ${retiredBefore}`);
    await deleteInBatches(db, 'ended_session_tokens', sql`ended_at <= ${retiredBefore}`);
    for (const table of ['sessions', 'codes', 'grants', 'challenges'])
      await deleteInBatches(db, table, sql`expires_at <= ${now}`);
    await purgeOldDevices(db, now);
    await purgeOldAddresses(db, now);
    await deleteInBatches(db, 'attempts', sql`window_ends_at <= ${now}`);
  },
});
