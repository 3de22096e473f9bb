import type { UploadPurpose } from '@app/contract/files/uploads';
import type { ColumnType, Generated } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;

export interface UploadsTable {
  id: Generated<number>;
  uid: WrittenOnce<string>;
  owner_id: WrittenOnce<number>;
  purpose: WrittenOnce<UploadPurpose>;
  name: WrittenOnce<string>;
  bytes: WrittenOnce<number>;
  /** Sum of the bytes of its chunks. */
  received: ColumnType<number, never, number>;
  created_at: ColumnType<Date, Date | undefined, never>;
  touched_at: ColumnType<Date, Date | undefined, Date>;
}

/** One object in the store; the order of the ids is the order of the bytes. */
export interface UploadChunksTable {
  id: Generated<number>;
  upload_id: WrittenOnce<number>;
  storage_key: WrittenOnce<string>;
  bytes: WrittenOnce<number>;
}

export interface UploadsTables {
  uploads: UploadsTable;
  upload_chunks: UploadChunksTable;
}
