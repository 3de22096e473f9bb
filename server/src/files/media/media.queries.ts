import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { MediaImagesTable } from './media.tables.ts';

/**
 * Holds everybody else off the files of one picture until the transaction ends. A sweep that found no row for them
 * could otherwise remove what an upload of the same picture, in the same moment, took for already stored.
 */
export async function lockFiles(tx: Kysely<Database>, baseKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`media:${baseKey}`}, 0))`.execute(tx);
}

export async function insertImage(tx: Kysely<Database>, row: Insertable<MediaImagesTable>): Promise<number> {
  const { id } = await tx.insertInto('media_images').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Those of the given base keys that no row names. */
export async function listUnreferenced(db: Kysely<Database>, baseKeys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('media_images').select('base_key').where('base_key', 'in', baseKeys).execute();
  const known = new Set(rows.map((row) => row.base_key));
  return baseKeys.filter((key) => !known.has(key));
}

/** Rows that nothing has shown since `before`; their files stay. Served by media_images_swept. */
export async function deleteUnusedImages(db: Kysely<Database>, before: Date) {
  return db
    .deleteFrom('media_images')
    .where('state', '<>', 'claimed')
    .where('created_at', '<', before)
    .where((is) => is.or([is('released_at', 'is', null), is('released_at', '<', before)]))
    .returning(['base_key', 'widths'])
    .execute();
}
