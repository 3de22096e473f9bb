import type { ChatFileKind } from '@app/contract/messaging/chat-files';
import { type Insertable, type Selectable, sql } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { ChatFilesTable } from './chat-files.tables.ts';

export const FILE_COLUMNS = [
  'id',
  'uid',
  'kind',
  'name',
  'mime',
  'bytes',
  'widths',
  'poster_key',
  'width',
  'height',
  'thumbhash',
  'duration_ms',
  'waveform',
  'heard_at',
] as const;
export type ChatFileRow = Pick<Selectable<ChatFilesTable>, (typeof FILE_COLUMNS)[number]>;

/** Sums a user's unsent files and locks them against additions until commit. */
export async function sumUnsent(tx: Tx, ownerId: number): Promise<{ count: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat-files-of:${ownerId}`}, 0))`.execute(tx);
  // Served by chat_files_unsent.
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(bytes), 0)::bigint as bytes from chat_files
    where owner_id = ${ownerId} and state = 'unsent'`.execute(tx);
  return rows[0] ?? { count: 0, bytes: 0 };
}

export async function insertFile(tx: Tx, row: Insertable<ChatFilesTable>): Promise<number> {
  const { id } = await tx.insertInto('chat_files').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findChatFile(db: Db, id: number, ownerId: number): Promise<ChatFileRow | undefined> {
  return db
    .selectFrom('chat_files')
    .select(FILE_COLUMNS)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('state', '<>', 'garbage')
    .executeTakeFirst();
}

export interface ServedRow {
  kind: ChatFileKind;
  name: string;
  mime: string;
  storage_key: string;
  widths: number[];
  poster_key: string | null;
}

// Prepared statement: runs for every image of every chat, one round trip by the unique key.
const FIND_READABLE = {
  name: 'find-chat-file',
  text: `
    select kind, name, mime, storage_key, widths, poster_key from chat_files
    where uid = $1
      and (state = 'sent' and $2 = any (reader_ids) or state in ('unsent', 'scheduled') and owner_id = $2)`,
};

export async function findReadable(pool: pg.Pool, uid: string, readerId: number): Promise<ServedRow | undefined> {
  const { rows } = await pool.query<ServedRow>({ ...FIND_READABLE, values: [uid, readerId] });
  return rows[0];
}

/** Deletes rows that were released before `before`; their objects may still be stored. Served by chat_files_swept. */
export async function deleteReleasedRows(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from chat_files where id in (
      select id from chat_files
      where state in ('unsent', 'garbage') and created_at < ${before} and (state = 'unsent' or released_at < ${before})
      limit ${limit} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Releases files without a holder: readers and names are deleted at once, the objects by the sweep. */
export function releaseFiles(db: Db) {
  return db.updateTable('chat_files').set({
    state: 'garbage',
    released_at: sql<Date>`now()`,
    owner_id: null,
    reader_ids: [],
    message_id: null,
    call_message_id: null,
    scheduled_id: null,
    name: '',
    waveform: [],
  });
}
