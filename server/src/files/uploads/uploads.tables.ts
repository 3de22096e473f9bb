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
  created_at: ColumnType<Date, Date | undefined, never>;
  touched_at: ColumnType<Date, Date | undefined, Date>;
}

export interface UploadsTables {
  uploads: UploadsTable;
}
