import { sql } from 'kysely';
import { z } from 'zod';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { deleteRecording } from '../stream-recordings/stream-recordings.public.ts';
import { POSTERS_PREFIX, posterKey } from './poster.ts';

/** Streams without a recording and a publication are deleted after this time. */
const RETENTION_MS = 30 * 86_400_000;
const BATCH = 200;
/** A file that was just stored may not be referenced yet. */
const FRESH_MS = 3_600_000;

/** Deletes old streams without a recording and publication, and watcher counts of dead nodes. Safe to run twice. */
export const sweepStreams = defineJob({
  name: 'sweep-streams',
  payload: z.object({}),
  run: async (services: Services) => {
    await deleteInBatches(services.db, 'stream_watchers', sql`expires_at < ${services.clock()}`);
    while ((await sweep(services)) === BATCH);
    await sweepPosters(services);
  },
});

async function sweep({ db, clock, storage }: Services): Promise<number> {
  const before = new Date(clock().getTime() - RETENTION_MS);
  const rows = await db.transaction().execute(async (tx) => {
    const { rows: gone } = await sql<{ id: number; poster: string | null }>`
      delete from streams where id in (
        select s.id from streams s
        where s.ended_at < ${before} and not exists (
          select from stream_recordings r left join publications p on p.id = r.publish_id
          where r.stream_id = s.id and (r.state in ('open', 'wanted') or p.id is not null and p.deleted_at is null))
        order by s.ended_at limit ${BATCH} for update of s skip locked)
      returning id, poster`.execute(tx);
    for (const { id } of gone) await deleteRecording(tx, id);
    return gone;
  });
  for (const { poster } of rows) if (poster !== null) await storage.remove(posterKey(poster));
  return rows.length;
}

/** Deletes posters that no stream references. */
async function sweepPosters({ db, clock, storage }: Services): Promise<void> {
  let keys: string[] = [];
  const removeUnreferenced = async (): Promise<void> => {
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) as key where not exists (
        select from streams s where key = ${POSTERS_PREFIX} || s.poster || '.webp')`.execute(db);
    for (const { key } of rows) await storage.remove(key);
    keys = [];
  };
  for await (const { key, modifiedAt } of storage.list(POSTERS_PREFIX)) {
    if (modifiedAt.getTime() < clock().getTime() - FRESH_MS) keys.push(key);
    if (keys.length === BATCH) await removeUnreferenced();
  }
  if (keys.length > 0) await removeUnreferenced();
}
