import type { StreamState } from '@app/contract/live/stream-states';
import type { StreamAudience, StreamReaction, StreamSource } from '@app/contract/live/streams';
import type { ColumnType, Generated } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

interface StreamsTable {
  id: WrittenOnce<number>;
  user_id: WrittenOnce<number>;
  theme: Optional<string>;
  audience: StreamAudience;
  source: StreamSource;
  state: StreamState;
  keeps_recording: boolean;
  slow_seconds: number;
  planned_for: Optional<Date>;
  created_at: ColumnType<Date, Date | undefined, never>;
  opened_at: Optional<Date>;
  started_at: Optional<Date>;
  seen_at: Optional<Date>;
  lost_at: Optional<Date>;
  ended_at: Optional<Date>;
  due_at: Optional<Date>;
  viewers_max: Generated<number>;
  poster: Optional<string>;
  poster_at: Optional<Date>;
}

interface StreamWatchersTable {
  stream_id: number;
  node: string;
  count: number;
  expires_at: Date;
}

interface StreamReactionsTable {
  stream_id: number;
  kind: StreamReaction;
  count: number;
}

interface StreamMessagesTable {
  id: Generated<number>;
  stream_id: WrittenOnce<number>;
  user_id: WrittenOnce<number>;
  content: string;
  created_at: ColumnType<Date, Date | undefined, never>;
}

interface StreamWritersTable {
  stream_id: number;
  user_id: number;
  last_message_at: Optional<Date>;
  is_muted: Generated<boolean>;
}

interface StreamPinsTable {
  stream_id: number;
  position: number;
  board_id: number;
}

interface StreamRemindersTable {
  stream_id: number;
  user_id: number;
  created_at: ColumnType<Date, Date | undefined, never>;
}

interface StreamAnnouncementsTable {
  stream_id: number;
  notified_up_to_id: Generated<number>;
}

interface StreamKeysTable {
  user_id: number;
  hash: Buffer;
  hint: string;
  created_at: ColumnType<Date, Date | undefined, Date>;
}

export interface StreamsTables {
  streams: StreamsTable;
  stream_watchers: StreamWatchersTable;
  stream_reactions: StreamReactionsTable;
  stream_messages: StreamMessagesTable;
  stream_writers: StreamWritersTable;
  stream_pins: StreamPinsTable;
  stream_reminders: StreamRemindersTable;
  stream_announcements: StreamAnnouncementsTable;
  stream_keys: StreamKeysTable;
}
