import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { describeStoredObjects, fileKey } from '../media/stored-objects.public.ts';
import { addChunk, type ChunkRow, findAny } from './uploads.queries.ts';

const PREFIX = 'private/uploads/';

/** A chunk is one object; its key is random and never reused. */
export const CHUNK_OBJECTS = describeStoredObjects({
  prefix: PREFIX,
  pattern: /^(private\/uploads\/[0-9a-f]{2}\/[0-9a-f]{64}\.bin)$/,
  table: 'upload_chunks',
  keyColumns: ['storage_key'],
});

function newChunkKey(): string {
  const name = randomBytes(32).toString('hex');
  return fileKey(`${PREFIX}${name.slice(0, 2)}/${name}`);
}

export interface CollectedChunk {
  path: string;
  bytes: number;
  /** The stored chunk that the file begins with. */
  absorbed?: ChunkRow;
}

/**
 * Puts a collected file into the store as the next chunk of an upload; returns what the upload has received with it.
 * Fails with conflict when another node was faster, and with upload_not_found when the upload is gone; the object is
 * then removed.
 */
export async function storeChunk(
  { db, storage }: Services,
  upload: { id: number; uid: string },
  received: number,
  { path, bytes, absorbed }: CollectedChunk,
): Promise<number> {
  const storageKey = newChunkKey();
  await storage.put(storageKey, path, 'application/octet-stream');
  const added = bytes - (absorbed?.bytes ?? 0);
  const chunk = { uploadId: upload.id, received, added, bytes, storageKey, replaces: absorbed?.id };
  const isAdded = await db.transaction().execute((tx) => addChunk(tx, chunk));
  if (!isAdded) {
    await storage.remove(storageKey);
    throw new Failure((await findAny(db, upload.uid)) === undefined ? 'upload_not_found' : 'conflict');
  }
  if (absorbed !== undefined) await storage.remove(absorbed.storage_key);
  return received + added;
}

/** Joins stored chunks. An object can be missing only when nodes do not share their store; `onError` hears of it. */
export function readChunks(
  { storage }: Services,
  keys: readonly string[],
  onError: (error: unknown) => void,
): Readable {
  async function* join(): AsyncGenerator<Buffer> {
    try {
      for (const key of keys) {
        const opened = await storage.open(key);
        if (opened === undefined) throw new Error(`${key}, a part of an upload, is not in the store of this node`);
        yield* opened.stream;
      }
    } catch (error) {
      onError(error);
      throw error;
    }
  }
  return Readable.from(join(), { objectMode: false });
}

export const removeChunks = async ({ storage }: Services, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await storage.remove(key);
};
