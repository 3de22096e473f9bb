import type { UploadPurpose } from '@app/contract/files/uploads';
import { type Insertable, type Selectable, sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { UploadChunksTable, UploadsTable } from './uploads.tables.ts';

export type UploadRow = Selectable<UploadsTable>;
export type ChunkRow = Selectable<UploadChunksTable>;

/** Sums a user's open uploads and locks them against additions until the transaction ends. */
export async function sumOpen(tx: Tx, ownerId: number): Promise<{ count: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads-of:${ownerId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(bytes), 0)::bigint as bytes from uploads where owner_id = ${ownerId}`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, bytes: 0 };
}

export async function insertUpload(tx: Tx, row: Insertable<UploadsTable>): Promise<void> {
  await tx.insertInto('uploads').values(row).execute();
}

export async function findOwn(db: Db, uid: string, ownerId: number, since: Date): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('uid', '=', uid)
    .where('owner_id', '=', ownerId)
    .where('touched_at', '>', since)
    .executeTakeFirst();
}

export async function findAny(db: Db, uid: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('uid', '=', uid).executeTakeFirst();
}

export async function listOwn(db: Db, ownerId: number, since: Date, limit: number): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('touched_at', '>', since)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function touchUpload(db: Db, uid: string, at: Date): Promise<void> {
  await db.updateTable('uploads').set({ touched_at: at }).where('uid', '=', uid).execute();
}

/** Claims an upload by deleting its row; only one of concurrent callers succeeds. */
export async function claimRow(db: Db, uid: string, ownerId: number, purpose: UploadPurpose): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('uid', '=', uid)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the keys of the chunks, whose rows go as well. */
export async function deleteUpload(db: Db, uid: string): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    with gone as (delete from uploads where uid = ${uid} returning id)
    select storage_key from upload_chunks where upload_id in (select id from gone)`.execute(db);
  return rows.map(({ storage_key }) => storage_key);
}

export interface NewChunk {
  uploadId: number;
  /** What the upload must have received so far. */
  received: number;
  /** Bytes that the upload grows by. */
  added: number;
  /** Bytes of the object: more than `added` when it begins with those of the chunk that it replaces. */
  bytes: number;
  storageKey: string;
  replaces?: number;
}

/**
 * Adds a chunk where the upload ends. Returns false when the upload ends elsewhere by now or is gone: of nodes that
 * received the same bytes, one adds them.
 */
export async function addChunk(tx: Tx, chunk: NewChunk): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ received: chunk.received + chunk.added })
    .where('id', '=', chunk.uploadId)
    .where('received', '=', chunk.received)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (chunk.replaces !== undefined) await tx.deleteFrom('upload_chunks').where('id', '=', chunk.replaces).execute();
  await tx
    .insertInto('upload_chunks')
    .values({ upload_id: chunk.uploadId, storage_key: chunk.storageKey, bytes: chunk.bytes })
    .execute();
  return true;
}

export async function listChunks(db: Db, uploadId: number): Promise<ChunkRow[]> {
  return db.selectFrom('upload_chunks').selectAll().where('upload_id', '=', uploadId).orderBy('id').execute();
}

export async function findLastChunk(db: Db, uploadId: number): Promise<ChunkRow | undefined> {
  return db
    .selectFrom('upload_chunks')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes rows unchanged since `before`. */
export async function deleteExpired(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'uploads', sql`touched_at < ${before}`);
}
