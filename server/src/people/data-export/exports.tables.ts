import type { ColumnType, Generated } from 'kysely';

type MadeByDatabase<T> = ColumnType<T, never, never>;

export interface DataExportsTable {
  id: MadeByDatabase<number>;
  user_id: ColumnType<number, number, never>;
  status: Generated<'queued' | 'running' | 'ready' | 'failed'>;
  attempts: Generated<number>;
  bytes: Generated<number>;
  progress: Generated<number>;
  requested_at: ColumnType<Date, Date, never>;
  ready_at: ColumnType<Date | null, never, Date>;
  expires_at: ColumnType<Date | null, never, Date>;
  storage_key: ColumnType<string | null, never, string>;
  /** SHA-256 of the token in the email. */
  link_hash: ColumnType<Buffer | null, never, Buffer>;
}

export interface ExportsTables {
  data_exports: DataExportsTable;
}
