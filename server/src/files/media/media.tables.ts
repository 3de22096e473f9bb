import type { ImageKind } from '@app/contract/files/media';
import type { ColumnType, Generated } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface MediaImagesTable {
  id: Generated<number>;
  owner_id: number | null;
  kind: WrittenOnce<ImageKind>;
  base_key: WrittenOnce<string>;
  width: WrittenOnce<number>;
  height: WrittenOnce<number>;
  thumbhash: WrittenOnce<string>;
  widths: WrittenOnce<number[]>;
  bytes: WrittenOnce<number>;
  sha256: WrittenOnce<string>;
  /** Perceptual hash, 64 zeros and ones; null for images older than this column. */
  perceptual_hash: ColumnType<string | null, string | undefined, never>;
  state: Generated<'unclaimed' | 'claimed' | 'garbage'>;
  created_at: ColumnType<Date, Date | undefined, never>;
  claimed_at: OptionalTime;
  released_at: OptionalTime;
}

export interface MediaTables {
  media_images: MediaImagesTable;
}
