import type { UploadPurpose } from '@app/contract/files/uploads';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { UploadsTable } from './uploads.tables.ts';

export type UploadRow = Selectable<UploadsTable>;

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

export async function deleteUpload(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('uploads').where('uid', '=', uid).execute();
}

/** Deletes rows unchanged since `before`. */
export async function deleteExpired(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('uploads').where('touched_at', '<', before).execute();
}

export async function findStoredIds(db: Db, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const rows = await db.selectFrom('uploads').select('uid').where('uid', 'in', uids).execute();
  return new Set(rows.map(({ uid }) => uid));
}
