import type { ChatFileKind } from '@app/contract/messaging/chat-files';
import type { ColumnType, Generated } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface ChatFilesTable {
  id: Generated<number>;
  uid: Generated<string>;
  owner_id: number | null;
  reader_ids: ColumnType<number[], number[] | undefined, number[]>;
  message_id: ColumnType<number | null, number | undefined, number | null>;
  call_message_id: ColumnType<number | null, number | undefined, number | null>;
  scheduled_id: ColumnType<number | null, number | undefined, number | null>;
  position: Generated<number>;
  kind: WrittenOnce<ChatFileKind>;
  name: string;
  mime: WrittenOnce<string>;
  bytes: WrittenOnce<number>;
  sha256: WrittenOnce<string>;
  storage_key: WrittenOnce<string>;
  widths: WrittenOnce<number[]>;
  poster_key: ColumnType<string | null, string | null | undefined, never>;
  width: WrittenOnce<number>;
  height: WrittenOnce<number>;
  thumbhash: WrittenOnce<string>;
  duration_ms: WrittenOnce<number>;
  waveform: number[];
  heard_at: OptionalTime;
  state: Generated<'unsent' | 'scheduled' | 'sent' | 'garbage'>;
  created_at: ColumnType<Date, Date | undefined, never>;
  released_at: OptionalTime;
}

export interface ChatFilesTables {
  chat_files: ChatFilesTable;
}
