import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

export interface ImageCopy {
  imageId: number;
  ownerId: number | null;
}

/**
 * Creates claimed copies of stored images for other owners; the files are shared. Returns the new ids in the order of
 * the copies. Only for demo data.
 */
export async function copyImages(tx: Tx, copies: readonly ImageCopy[]): Promise<number[]> {
  const imageIds = copies.map(({ imageId }) => imageId);
  const ownerIds = copies.map(({ ownerId }) => ownerId);
  const { rows } = await sql<{ id: number }>`
    insert into media_images
      (owner_id, kind, base_key, width, height, thumbhash, widths, bytes, sha256, perceptual_hash, state, claimed_at)
    select copy.owner_id, kind, base_key, width, height, thumbhash, widths, bytes, sha256, perceptual_hash, 'claimed', now()
    from unnest(${imageIds}::bigint[], ${ownerIds}::bigint[]) with ordinality copy (image_id, owner_id, place)
    join media_images original on original.id = copy.image_id
    order by copy.place
    returning id`.execute(tx);
  if (rows.length !== copies.length) throw new Error('a picture to copy does not exist');
  return rows.map(({ id }) => id);
}
