import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { DataExportsTable } from './exports.tables.ts';

export type ExportRow = Selectable<DataExportsTable>;

export function findLatestExport(db: Db, userId: number): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findExport(db: Db, id: number): Promise<ExportRow | undefined> {
  return db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Serializes requests for an archive of this user until commit. */
export async function lockExports(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`export:${userId}`}, 0))`.execute(tx);
}

export async function insertExport(tx: Tx, userId: number, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('data_exports')
    .values({ user_id: userId, requested_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Starts building, or restarts after a killed try. Undefined when there is nothing left to do. */
export function startBuilding(db: Db, id: number): Promise<{ user_id: number; attempts: number } | undefined> {
  return db
    .updateTable('data_exports')
    .set((set) => ({ status: 'running' as const, attempts: set('attempts', '+', 1), bytes: 0, progress: 0 }))
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(['user_id', 'attempts'])
    .executeTakeFirst();
}

export async function updateProgress(db: Db, id: number, change: { bytes: number; progress: number }): Promise<void> {
  await db.updateTable('data_exports').set(change).where('id', '=', id).where('status', '=', 'running').execute();
}

interface FinishedExport {
  bytes: number;
  storage_key: string;
  link_hash: Buffer;
  ready_at: Date;
  expires_at: Date;
}

/** False when the archive is no longer wanted: the user was erased, or another worker finished first. */
export async function markReady(tx: Tx, id: number, finished: FinishedExport): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('data_exports')
    .set({ ...finished, status: 'ready', progress: 100 })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markFailed(db: Db, id: number): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ status: 'failed', bytes: 0, progress: 0 })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .execute();
}

/** Fails archives that were not finished since `before`, because their job is lost. */
export async function failAbandonedExports(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('data_exports')
    .set({ status: 'failed', bytes: 0, progress: 0 })
    .where('status', 'in', ['queued', 'running'])
    .where('requested_at', '<=', before)
    .execute();
}

export async function deleteExpired(db: Db, now: Date, failedBefore: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('data_exports')
    .where((is) =>
      is.or([
        is('expires_at', '<=', now),
        is.and([is('status', '=', 'failed'), is('requested_at', '<=', failedBefore)]),
      ]),
    )
    .returning('storage_key')
    .execute();
  return keysOf(rows);
}

export async function deleteExportsOf(tx: Tx, userId: number): Promise<string[]> {
  return keysOf(await tx.deleteFrom('data_exports').where('user_id', '=', userId).returning('storage_key').execute());
}

const keysOf = (rows: readonly { storage_key: string | null }[]): string[] =>
  rows.flatMap(({ storage_key }) => (storage_key === null ? [] : [storage_key]));

export async function listUnknownKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('data_exports').select('storage_key').where('storage_key', 'in', keys).execute();
  const known = new Set(rows.map((row) => row.storage_key));
  return keys.filter((key) => !known.has(key));
}
