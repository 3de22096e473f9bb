import type { Audience } from '@app/contract/people/privacy';
import type { ColumnType, Generated } from 'kysely';
import type { Span } from './spans.public.ts';

type WrittenOnce<T> = ColumnType<T, T, never>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

interface StreamRecordingsTable {
  id: Generated<number>;
  stream_id: WrittenOnce<number>;
  room_id: WrittenOnce<string>;
  owner_id: WrittenOnce<number>;
  is_retained: boolean;
  state: Generated<'open' | 'closed' | 'wanted' | 'published' | 'failed'>;
  started_at: ColumnType<Date, Date | undefined, never>;
  ended_at: Optional<Date>;
  width: Optional<number>;
  height: Optional<number>;
  description: Generated<string>;
  audience: Generated<Audience>;
  publish_id: Optional<number>;
  spans: ColumnType<Span[] | null, never, string | null>;
}

interface StreamSegmentsTable {
  id: Generated<number>;
  recording_id: WrittenOnce<number>;
  session: WrittenOnce<number>;
  position: WrittenOnce<number>;
  start_ms: WrittenOnce<number>;
  duration_ms: WrittenOnce<number>;
  codec: WrittenOnce<'vp8' | 'h264'>;
  width: WrittenOnce<number>;
  height: WrittenOnce<number>;
  bytes: WrittenOnce<number>;
  storage_key: WrittenOnce<string>;
  live_state: Generated<'waiting' | 'ready' | 'skipped'>;
  live_key: Optional<string>;
  live_bytes: Generated<number>;
  head_bytes: Generated<number>;
  head_hash: Generated<string>;
  stored_at: ColumnType<Date, Date | undefined, never>;
}

export interface StreamRecordingsTables {
  stream_recordings: StreamRecordingsTable;
  stream_segments: StreamSegmentsTable;
}
