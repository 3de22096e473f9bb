import type { Readable } from 'node:stream';
import type { ChatFileKind } from '@app/contract/chat-files';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { type Exported, inPages } from '../platform/exported.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { extensionFor } from './chat-file-kind.ts';
import { extensionOf } from './file-name.ts';
import { fileKey, widthKey } from './object-keys.ts';

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
  heard_at: Date | null;
  storage_key: string;
  widths: number[];
}

/** The files that the person sent or is about to send; each is a file of the archive, named as here. */
export async function exportChatFilesOf(db: Db, userId: number): Promise<Exported> {
  return { files: describe(db, userId) };
}

async function* describe(db: Db, userId: number) {
  for await (const { storage_key: _, widths: __, ...file } of listOwn(db, userId)) {
    yield { ...file, file: nameInArchive(file) };
  }
}

/** Out of letters that every system can unpack; what the file is called stands in the list. */
function nameInArchive({ id, kind, name, mime }: Pick<OwnFile, 'id' | 'kind' | 'name' | 'mime'>): string {
  const own = /^\.[A-Za-z0-9]+$/.exec(extensionOf(name))?.[0];
  const extension = kind === 'image' || own === undefined ? `.${extensionFor(mime)}` : own.toLowerCase();
  return `media/message-${kind}-${id}${extension}`;
}

/** How many bytes the files of a person take. */
export async function countChatFileBytes(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from chat_files
    where owner_id = ${userId} and state <> 'garbage'`.execute(db);
  return rows[0]?.bytes ?? 0;
}

interface ArchivedFile {
  /** Within the archive. */
  name: string;
  createdAt: Date;
  /** Together they are what {@link countChatFileBytes} says. */
  bytes: number;
  /** Undefined: the upload is not finished, or it has failed. */
  open(): Promise<Readable | undefined>;
}

/** What the person sent, as it is kept: of a picture, its largest width. */
export async function* listChatFilesOf(
  { db, storage }: { db: Db; storage: Storage },
  userId: number,
): AsyncGenerator<ArchivedFile> {
  for await (const file of listOwn(db, userId)) {
    const largest = file.widths.at(-1);
    const key = largest === undefined ? fileKey(file.storage_key) : widthKey(file.storage_key, largest);
    yield {
      name: nameInArchive(file),
      createdAt: file.created_at,
      bytes: file.bytes,
      open: async () => (await storage.open(key))?.stream,
    };
  }
}

/** Served by chat_files_owner. */
const listOwn = (db: Db, userId: number): AsyncGenerator<OwnFile> =>
  inPages<OwnFile>(async (after, limit) => {
    const { rows } = await sql<OwnFile>`
      select id, kind, name, mime, bytes, width, height, duration_ms, message_id, state, created_at, heard_at, storage_key, widths
      from chat_files
      where owner_id = ${userId} and state <> 'garbage' and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(
      db,
    );
    return rows;
  });
