import { sql } from 'kysely';
import { z } from 'zod';
import { releaseImages } from '../../../files/media/media.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { sweepObjects } from '../../../platform/storage/sweep-objects.ts';
import { RECORDING_OBJECTS } from './object-keys.ts';

const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const BATCH = 200;

/**
 * Deletes recordings unused for a day, then objects without a row. Recordings taken down stay, because the row rejects
 * the same content and the bytes allow reinstatement; so do recordings with an open case, because the user could
 * otherwise delete and upload them again. Safe to repeat and to run beside uploads.
 */
export const sweepRecordings = defineJob({
  name: 'sweep-recordings',
  payload: z.object({}),
  run: async ({ db, storage, clock }: Services) => {
    const before = new Date(clock().getTime() - MAX_AGE_MS);
    while ((await deleteUnused(db, before)) === BATCH);
    await sweepObjects({ db, storage }, RECORDING_OBJECTS, before);
  },
});

/** A parallel upload of the same content waits for the row lock and then creates the row anew. */
async function deleteUnused(db: Services['db'], before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ cover_image_id: number | null }>`
      delete from recordings where id in (
        select id from recordings r
        where state = 'active' and seen_at < ${before} and not exists (select from tracks where recording_id = r.id)
          and not exists (select from takedowns where recording_id = r.id)
          and not exists (select from complaints c
            where c.status = 'open' and c.object like 'audio:%' and c.evidence -> 'files' @> to_jsonb(r.id))
        limit ${BATCH} for update skip locked)
      returning cover_image_id`.execute(tx);
    const covers = rows.flatMap(({ cover_image_id }) => (cover_image_id === null ? [] : [cover_image_id]));
    await releaseImages(tx, covers);
    return rows.length;
  });
}
