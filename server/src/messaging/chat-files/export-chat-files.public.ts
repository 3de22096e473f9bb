import type { ChatFileKind } from '@app/contract/messaging/chat-files';
import { sql } from 'kysely';
import { fileKey, widthKey } from '../../files/media/stored-objects.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { ExportedFile } from '../../platform/domain/domain.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { plainName } from './present-chat-file.public.ts';

interface OwnFile {
  id: number;
  kind: ChatFileKind;
  name: string;
  mime: string;
  bytes: number;
  width: number;
  height: number;
  duration_ms: number;
  message_id: number | null;
  state: string;
  created_at: Date;
  storage_key: string;
  widths: number[];
}

export async function exportChatFilesOf(db: Db, userId: number): Promise<ExportedData> {
  return { files: describe(db, userId) };
}

async function* describe(db: Db, userId: number) {
  for await (const file of listOwn(db, userId)) {
    const { storage_key: _, widths: __, ...described } = file;
    yield { ...described, file: archivePath(file) };
  }
}

const archivePath = (file: OwnFile): string => `media/message-${file.id}-${plainName(file)}`;

export async function countChatFileBytes(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from chat_files
    where owner_id = ${userId} and state <> 'garbage'`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Lists stored files that the user sent; of an image, its largest width. */
export async function* listChatFilesOf(
  { db, storage }: { db: Db; storage: Storage },
  userId: number,
): AsyncGenerator<ExportedFile> {
  for await (const file of listOwn(db, userId)) {
    yield {
      name: archivePath(file),
      createdAt: file.created_at,
      bytes: file.bytes,
      open: async () => (await storage.open(keyOf(file)))?.stream,
    };
  }
}

function keyOf({ widths, storage_key }: Pick<OwnFile, 'widths' | 'storage_key'>): string {
  const largest = widths.at(-1);
  return largest === undefined ? fileKey(storage_key) : widthKey(storage_key, largest);
}

/** Served by chat_files_owner. */
const listOwn = (db: Db, userId: number): AsyncGenerator<OwnFile> =>
  iteratePages<OwnFile>(async (after, limit) => {
    const { rows } = await sql<OwnFile>`
      select id, kind, name, mime, bytes, width, height, duration_ms, message_id, state, created_at, storage_key, widths
      from chat_files
      where owner_id = ${userId} and state <> 'garbage' and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(
      db,
    );
    return rows;
  });

/** Returns the name of a message's file in the archive of its chat. */
export const chatArchivePath = (file: Pick<OwnFile, 'id' | 'kind' | 'name' | 'mime'>): string =>
  `files/${file.id}-${plainName(file)}`;

/** Lists the files of these messages that the user may read; of an image, the largest width. */
export async function listFilesOfChat(
  { db, storage }: { db: Db; storage: Storage },
  messageIds: readonly number[],
  readerId: number,
): Promise<ExportedFile[]> {
  const { rows } = await sql<OwnFile>`
    select id, kind, name, mime, bytes, created_at, storage_key, widths from chat_files
    where message_id = any(${messageIds}::bigint[]) and state = 'sent' and reader_ids @> array[${readerId}::bigint]
    order by message_id, position`.execute(db);
  return rows.map((file) => ({
    name: chatArchivePath(file),
    createdAt: file.created_at,
    bytes: file.bytes,
    open: async () => (await storage.open(keyOf(file)))?.stream,
  }));
}
