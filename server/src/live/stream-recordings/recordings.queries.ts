import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { ListedSegment } from './hls-playlist.ts';

export async function listSegments(
  db: Db,
  streamId: number,
): Promise<{ isOver: boolean; segments: ListedSegment[] } | undefined> {
  const { rows } = await sql<{ is_over: boolean; segment: ListedSegment | null }>`
    select r.state <> 'open' as is_over, case when s.id is not null then json_build_object('id', s.id, 'session', s.session,
      'startMs', s.start_ms, 'durationMs', s.duration_ms, 'state', s.live_state, 'liveBytes', s.live_bytes,
      'headBytes', s.head_bytes, 'headHash', s.head_hash) end as segment
    from stream_recordings r left join stream_segments s on s.recording_id = r.id
    where r.stream_id = ${streamId} order by s.session, s.position`.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  return { isOver: first.is_over, segments: rows.flatMap(({ segment }) => segment ?? []) };
}

export async function findLiveKey(db: Db, streamId: number, segmentId: number): Promise<string | undefined> {
  const { rows } = await sql<{ live_key: string }>`
    select s.live_key from stream_segments s join stream_recordings r on r.id = s.recording_id
    where s.id = ${segmentId} and r.stream_id = ${streamId} and s.live_key is not null`.execute(db);
  return rows[0]?.live_key;
}
