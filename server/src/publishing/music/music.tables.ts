import type { Audience } from '@app/contract/people/privacy';
import type { ColumnType, Generated } from 'kysely';

type DatabaseGenerated<T> = ColumnType<T, never, never>;
type WrittenOnce<T> = ColumnType<T, T, never>;
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

interface RecordingsTable {
  id: DatabaseGenerated<number>;
  sha256: WrittenOnce<string>;
  storage_key: WrittenOnce<string>;
  mime: WrittenOnce<string>;
  bytes: WrittenOnce<number>;
  duration_ms: number;
  title: string;
  artist: string;
  cover_image_id: number | null;
  lufs: number | null | undefined;
  peak_db: number | null | undefined;
  measured_at: OptionalTime;
  state: Generated<'active' | 'taken_down'>;
  created_at: ColumnType<Date, Date | undefined, never>;
  seen_at: ColumnType<Date, Date | undefined, Date>;
}

interface PlaylistsTable {
  id: DatabaseGenerated<number>;
  user_id: WrittenOnce<number>;
  name: string;
  image_id: number | null;
  audience: Audience;
  may_share: Generated<boolean>;
  track_count: Generated<number>;
  duration_ms: Generated<number>;
  created_at: ColumnType<Date, Date | undefined, never>;
}

interface PlaylistCoAuthorsTable {
  playlist_id: WrittenOnce<number>;
  user_id: WrittenOnce<number>;
  added_at: WrittenOnce<Date>;
}

export interface TracksTable {
  id: DatabaseGenerated<number>;
  uid: DatabaseGenerated<string>;
  playlist_id: WrittenOnce<number>;
  user_id: WrittenOnce<number>;
  recording_id: WrittenOnce<number>;
  title: string;
  artist: string;
  lyrics: Generated<string>;
  cover_image_id: number | null;
  position: number;
  audience: Audience;
  is_down: Generated<boolean>;
  added_by: ColumnType<number | null, number | null | undefined, never>;
  batch_id: number | null | undefined;
  is_sent: ColumnType<boolean, boolean | undefined, never>;
  created_at: ColumnType<Date, Date | undefined, never>;
}

interface PlaybacksTable {
  user_id: number;
  track_id: number;
  position_ms: number;
  queue: number[];
  shuffle: boolean;
  repeat: 'none' | 'all' | 'one';
  paused: boolean;
  device: string;
  updated_at: Date;
}

interface TakedownsTable {
  id: DatabaseGenerated<number>;
  recording_id: WrittenOnce<number>;
  title: string;
  artist: string;
  holder: string;
  created_at: WrittenOnce<Date>;
  decided_by: number | null;
  restored_at: OptionalTime;
  restored_by: number | null | undefined;
}

export interface MusicTables {
  recordings: RecordingsTable;
  playlists: PlaylistsTable;
  playlist_co_authors: PlaylistCoAuthorsTable;
  tracks: TracksTable;
  playbacks: PlaybacksTable;
  takedowns: TakedownsTable;
}
