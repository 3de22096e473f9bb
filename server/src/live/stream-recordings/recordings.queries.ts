import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { ListedSegment } from './hls-playlist.ts';

/** Milliseconds after the end of a stream in which its last segments may still arrive. */
export const LATE_SEGMENTS_MS = 8000;
/** A segment that was not packaged this long after the end of its stream never will be. */
const PACKAGED_WITHIN_MS = 3_600_000;

interface RecordedSegments {
  /** The stream ended, and its last segments have had their time to arrive. */
  isOver: boolean;
  /** In the order of time. */
  segments: ListedSegment[];
}

export async function listSegments(db: Db, streamId: number): Promise<RecordedSegments | undefined> {
  const { rows } = await sql<{ is_over: boolean; segment: ListedSegment | null }>`
    select r.state <> 'open' and coalesce(r.ended_at < now() - make_interval(secs => ${LATE_SEGMENTS_MS / 1000}), true) as is_over,
      case when s.id is not null then json_build_object('id', s.id, 'session', s.session, 'startMs', s.start_ms,
        'durationMs', s.duration_ms, 'codec', s.codec, 'liveBytes', s.live_bytes, 'headBytes', s.head_bytes,
        'headHash', s.head_hash, 'state', case when s.live_state = 'waiting'
          and r.ended_at < now() - make_interval(secs => ${PACKAGED_WITHIN_MS / 1000}) then 'skipped' else s.live_state end
      ) end as segment
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
