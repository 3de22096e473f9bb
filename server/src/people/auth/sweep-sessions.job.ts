import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
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
    await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    await db
      .deleteFrom('session_tokens')
      .where('retired_at', '<=', new Date(now.getTime() - RETIRED_RETENTION_MS))
      .execute();
    await db
      .deleteFrom('ended_session_tokens')
      .where('ended_at', '<=', new Date(now.getTime() - RETIRED_RETENTION_MS))
      .execute();
    await db.deleteFrom('codes').where('expires_at', '<=', now).execute();
    await db.deleteFrom('grants').where('expires_at', '<=', now).execute();
    await db.deleteFrom('challenges').where('expires_at', '<=', now).execute();
    await purgeOldDevices(db, now);
    await purgeOldAddresses(db, now);
    await db.deleteFrom('attempts').where('window_ends_at', '<=', now).execute();
  },
});
