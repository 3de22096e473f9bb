import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { MediaImagesTable } from './media.tables.ts';

/**
 * Locks the files of one image until the transaction ends. Otherwise a sweep that found no row could remove files that
 * a concurrent upload of the same image considers stored.
 */
export async function lockFiles(tx: Kysely<Database>, baseKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`media:${baseKey}`}, 0))`.execute(tx);
}

export async function insertImage(tx: Kysely<Database>, row: Insertable<MediaImagesTable>): Promise<number> {
  const { id } = await tx.insertInto('media_images').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function listUnreferenced(db: Kysely<Database>, baseKeys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('media_images').select('base_key').where('base_key', 'in', baseKeys).execute();
  const known = new Set(rows.map((row) => row.base_key));
  return baseKeys.filter((key) => !known.has(key));
}

/** Deletes rows unused since `before`; their files stay. Served by `media_images_swept`. */
export async function deleteUnusedImages(db: Kysely<Database>, before: Date) {
  return db
    .deleteFrom('media_images')
    .where('state', '<>', 'claimed')
    .where('created_at', '<', before)
    .where((is) => is.or([is('released_at', 'is', null), is('released_at', '<', before)]))
    .returning(['base_key', 'widths'])
    .execute();
}
