import { type Insertable, type Selectable, sql } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { PublicationFilesTable } from './publication-files.tables.ts';

export const FILE_COLUMNS = [
  'id',
  'uid',
  'kind',
  'alt',
  'widths',
  'width',
  'height',
  'thumbhash',
  'duration_ms',
  'mime',
  'is_playable',
  'video_state',
  'progress',
  'rendition_key',
  'poster_key',
  'renditions',
] as const;
export type PresentableFileRow = Pick<Selectable<PublicationFilesTable>, (typeof FILE_COLUMNS)[number]>;
export type FileRow = Selectable<PublicationFilesTable>;

/** Sums a user's unclaimed files and prevents additions until the transaction ends. */
export async function sumUnclaimed(tx: Tx, ownerId: number): Promise<{ count: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`post-files-of:${ownerId}`}, 0))`.execute(tx);
  // Served by post_files_unclaimed.
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(bytes), 0)::bigint as bytes from post_files
    where owner_id = ${ownerId} and state = 'unclaimed'`.execute(tx);
  return rows[0] ?? { count: 0, bytes: 0 };
}

export async function insertFile(tx: Tx, row: Insertable<PublicationFilesTable>): Promise<number> {
  const { id } = await tx.insertInto('post_files').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findFile(db: Db, id: number): Promise<FileRow | undefined> {
  return db
    .selectFrom('post_files')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'garbage')
    .executeTakeFirst();
}

export type ServedFileRow = Pick<
  FileRow,
  | 'owner_id'
  | 'publish_id'
  | 'kind'
  | 'storage_key'
  | 'widths'
  | 'mime'
  | 'is_playable'
  | 'rendition_key'
  | 'poster_key'
  | 'renditions'
>;

const FIND_SERVED = {
  name: 'find-post-file',
  text: `
    select owner_id, publish_id, kind, storage_key, widths, mime, is_playable, rendition_key, poster_key, renditions
    from post_files where uid = $1 and state <> 'garbage'`,
};

export async function findServedFile(pool: pg.Pool, uid: string): Promise<ServedFileRow | undefined> {
  const { rows } = await pool.query<ServedFileRow>({ ...FIND_SERVED, values: [uid] });
  return rows[0];
}

/** Deletes rows unclaimed since `before`; the objects may remain in the store. Served by post_files_swept. */
export async function deleteUnusedFiles(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from post_files where id in (
      select id from post_files
      where state in ('unclaimed', 'garbage') and created_at < ${before} and (state = 'unclaimed' or released_at < ${before})
      limit ${limit} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Releases files: owner and texts are cleared at once, the bytes are left to the sweep. */
export function releaseFiles(db: Db) {
  return db.updateTable('post_files').set({
    state: 'garbage',
    released_at: sql<Date>`now()`,
    owner_id: null,
    publish_id: null,
    alt: '',
  });
}
