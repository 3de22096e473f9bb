import type { PublicationFile } from '@app/contract/publishing/publications';
import type { ColumnType, Generated } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;

export interface PublicationFilesTable {
  id: Generated<number>;
  uid: Generated<string>;
  /** Null: released, without an owner. */
  owner_id: number | null;
  publish_id: ColumnType<number | null, number | undefined, number | null>;
  position: Generated<number>;
  kind: WrittenOnce<PublicationFile['kind']>;
  alt: Generated<string>;
  storage_key: WrittenOnce<string>;
  widths: WrittenOnce<number[]>;
  sha256: WrittenOnce<string>;
  bytes: WrittenOnce<number>;
  rendition_bytes: Generated<number>;
  width: number;
  height: number;
  thumbhash: string;
  duration_ms: number;
  mime: Generated<string>;
  is_playable: Generated<boolean>;
  video_state: Generated<PublicationFile['state']>;
  progress: Generated<number>;
  attempts: Generated<number>;
  rendition_key: ColumnType<string | null, string | null | undefined, string | null>;
  poster_key: ColumnType<string | null, string | null | undefined, string | null>;
  poster_ms: ColumnType<number | null, number | null | undefined, number | null>;
  renditions: ColumnType<number[], number[] | undefined, number[]>;
  state: Generated<'unclaimed' | 'claimed' | 'garbage'>;
  created_at: ColumnType<Date, Date | undefined, never>;
  released_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface PublicationFilesTables {
  post_files: PublicationFilesTable;
}
