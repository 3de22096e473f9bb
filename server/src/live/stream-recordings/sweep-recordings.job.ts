import { sql } from 'kysely';
import { z } from 'zod';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { sweepObjects } from '../../platform/storage/sweep-objects.ts';
import { SEGMENT_OBJECTS } from './object-keys.ts';

const RETENTION_DAYS = 30;
/** Applies to recordings that are not retained or were published. */
const OVER_HOURS = 1;
const OBJECT_MAX_AGE_MS = 2 * 3_600_000;

/** Deletes expired recordings, then all objects without a row. Safe to run twice, and beside running recordings. */
export const sweepRecordings = defineJob({
  name: 'sweep-stream-recordings',
  payload: z.object({}),
  run: async ({ db, storage, clock }: Services) => {
    const now = clock();
    const over = new Date(now.getTime() - OVER_HOURS * 3_600_000);
    const old = new Date(now.getTime() - RETENTION_DAYS * 86_400_000);
    await deleteInBatches(
      db,
      'stream_segments',
      sql`recording_id in (select r.id from stream_recordings r
        where r.ended_at < ${over} and (r.state = 'published' or not r.is_retained and r.state = 'closed')
          or r.ended_at < ${old} and r.state in ('closed', 'failed'))`,
    );
    await sweepObjects({ db, storage }, SEGMENT_OBJECTS, new Date(now.getTime() - OBJECT_MAX_AGE_MS));
  },
});
