import { sql } from 'kysely';
import { fileKey, widthKey } from '../../files/media/stored-objects.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { ExportedFile } from '../../platform/domain/domain.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { renditionKey } from './object-keys.ts';
import { originalName } from './present-publication-file.ts';
import type { FileRow } from './publication-files.queries.ts';
import { FRAMES_TYPE } from './transcode-animation-kind.ts';

type OwnFile = Pick<
  FileRow,
  | 'id'
  | 'kind'
  | 'alt'
  | 'publish_id'
  | 'bytes'
  | 'width'
  | 'height'
  | 'duration_ms'
  | 'mime'
  | 'state'
  | 'created_at'
  | 'storage_key'
  | 'rendition_key'
  | 'widths'
>;

export async function exportPublicationFilesOf(db: Db, userId: number): Promise<ExportedData> {
  return { files: describe(db, userId) };
}

async function* describe(db: Db, userId: number) {
  for await (const file of listOwn(db, userId)) {
    const { storage_key: _, rendition_key: __, widths: ___, mime: ____, ...described } = file;
    yield { ...described, file: nameInArchive(file) };
  }
}

function nameInArchive({ id, kind, mime }: OwnFile): string {
  const photo = mime === FRAMES_TYPE ? 'photo.gif' : 'photo.webp';
  return `media/publication-${id}-${kind === 'photo' ? photo : originalName(mime)}`;
}

export async function countPublicationFileBytes(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from post_files
    where owner_id = ${userId} and state <> 'garbage'`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Yields the stored originals: the largest width of a photo; the original of a video, or its rendition. */
export async function* listPublicationFilesOf(
  { db, storage }: { db: Db; storage: Storage },
  userId: number,
): AsyncGenerator<ExportedFile> {
  for await (const file of listOwn(db, userId)) {
    yield {
      name: nameInArchive(file),
      createdAt: file.created_at,
      bytes: file.bytes,
      open: async () => {
        const found = await storage.open(keyOf(file));
        if (found || file.rendition_key === null) return found?.stream;
        return (await storage.open(renditionKey(file.rendition_key, 'video')))?.stream;
      },
    };
  }
}

function keyOf({ widths, storage_key, mime }: Pick<OwnFile, 'widths' | 'storage_key' | 'mime'>): string {
  const largest = widths.at(-1);
  return largest === undefined || mime === FRAMES_TYPE ? fileKey(storage_key) : widthKey(storage_key, largest);
}

/** Served by post_files_owner. */
const listOwn = (db: Db, userId: number): AsyncGenerator<OwnFile> =>
  iteratePages<OwnFile>((after, limit) =>
    db
      .selectFrom('post_files')
      .select(['id', 'kind', 'alt', 'publish_id', 'bytes', 'width', 'height', 'duration_ms', 'mime', 'state'])
      .select(['created_at', 'storage_key', 'rendition_key', 'widths'])
      .where('owner_id', '=', userId)
      .where('state', '<>', 'garbage')
      .where('id', '>', after?.id ?? 0)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
