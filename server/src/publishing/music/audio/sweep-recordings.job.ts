import { sql } from 'kysely';
import { z } from 'zod';
import { releaseImages } from '../../../files/media/media.public.ts';
import type { Database } from '../../../platform/database/tables.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import type { Services } from '../../../platform/services.ts';
import { type SweptObjects, sweepObjects } from '../../../platform/storage/sweep-objects.ts';
import { lockKey } from './lock-key.ts';
import { AUDIO_PREFIX, isAudioKey } from './object-keys.ts';

const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const BATCH = 200;

type Sweeper = Pick<Services, 'db' | 'storage' | 'clock'>;

const OBJECTS: SweptObjects<Database> = {
  prefix: AUDIO_PREFIX,
  baseKeyFrom: (key) => (isAudioKey(key) ? key : undefined),
  listUnreferenced: async (db, keys) => {
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${[...keys]}::text[]) key where not exists (select from recordings where storage_key = key)`.execute(
      db,
    );
    return rows.map(({ key }) => key);
  },
  lock: lockKey,
};

/**
 * Remove recordings that nobody has for a day, then every object that no row names. What was taken down stays: its row refuses the
 * same content, and its bytes are there should it be put back. So does what staff are still to decide on: whoever deletes their entry
 * in time would have the same content again. May be run twice, and beside uploads.
 */
export const sweepRecordings = defineJob({
  name: 'sweep-recordings',
  payload: z.object({}),
  run: async ({ db, storage, clock }: Sweeper) => {
    const before = new Date(clock().getTime() - MAX_AGE_MS);
    while ((await deleteUnused(db, before)) === BATCH);
    await sweepObjects({ db, storage }, OBJECTS, before);
  },
});

/** An upload of the same content in this moment waits for the row, and then makes it anew. */
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
