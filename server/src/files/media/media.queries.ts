import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { MediaImagesTable } from './media.tables.ts';

export async function insertImage(tx: Kysely<Database>, row: Insertable<MediaImagesTable>): Promise<number> {
  const { id } = await tx.insertInto('media_images').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Deletes at most `limit` rows unused since `before`; their files stay. Served by `media_images_swept`. */
export async function deleteUnusedImages(db: Kysely<Database>, before: Date, limit: number) {
  return db
    .deleteFrom('media_images')
    .where('id', 'in', (from) =>
      from
        .selectFrom('media_images')
        .select('id')
        .where('state', '<>', 'claimed')
        .where('created_at', '<', before)
        .where((is) => is.or([is('released_at', 'is', null), is('released_at', '<', before)]))
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['base_key', 'widths'])
    .execute();
}
