import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { measureQueue, type QueueDepth } from '../../platform/queue/dead-jobs.ts';

export interface GaugeSnapshot {
  queue: QueueDepth[];
  queueAgeSeconds: number;
  peopleConnected: number;
  storageBytes: number;
  mediaRooms: number;
  mediaPeople: number;
}

export async function measureGauges({ db, mediaRooms }: Services): Promise<GaugeSnapshot> {
  const queue = await measureQueue(db);
  const load = mediaRooms.load();
  return {
    queue,
    queueAgeSeconds: Math.max(0, ...queue.map(({ age_seconds }) => age_seconds)),
    peopleConnected: await countPeopleConnected(db),
    storageBytes: await countStorageBytes(db),
    mediaRooms: load.rooms,
    mediaPeople: load.people,
  };
}

async function countPeopleConnected(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct p.user_id) as count
    from presences p join presence_nodes n on n.node = p.node and n.alive_until > now()`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Bytes of stored files according to the rows; identical content counts once. */
async function countStorageBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ((select coalesce(sum(bytes), 0) from (select max(bytes) as bytes from media_images group by base_key) i)
      + (select coalesce(sum(bytes), 0) from (select max(bytes) as bytes from post_files group by storage_key) p)
      + (select coalesce(sum(rendition_bytes), 0) from post_files)
      + (select coalesce(sum(bytes), 0) from (select max(bytes) as bytes from chat_files group by storage_key) c)
      + (select coalesce(sum(bytes), 0) from recordings)
      + (select coalesce(sum(bytes + live_bytes + head_bytes), 0) from stream_segments))::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}
