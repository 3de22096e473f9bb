import { type FileHandle, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { addAbortSignal } from 'node:stream';
import type { Locker } from '@tus/server';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { collectUploadGarbage } from '../../platform/storage/collect-upload-garbage.ts';
import { type CollectedChunk, storeChunk } from './chunk-objects.ts';
import { newChunkPath } from './upload-files.ts';
import { findAny, findLastChunk, type UploadRow } from './uploads.queries.ts';

/** Bytes of one object in the store. A killed node loses two of them at most: one being stored, one being collected. */
const CHUNK_BYTES = 8 * 2 ** 20;
/** A smaller chunk at the end of an upload becomes the beginning of the next one, which bounds the number of objects. */
const SMALL_CHUNK_BYTES = 2 ** 20;
const DRAIN_MS = 1_000;

/**
 * Adds the body of a request to an upload, chunk by chunk, and returns what was received altogether. On one node a dead
 * connection gives way to the next request; of several nodes the one that stores its chunk first goes on. Data received
 * before a disconnect stays. Fails with invalid_input, conflict (the upload ends elsewhere), upload_aborted,
 * upload_not_found and file_too_large.
 */
export async function writeBody(
  services: Services,
  request: IncomingMessage,
  locker: Locker,
  uid: string,
): Promise<number> {
  const offset = parseOffset(request);
  const lock = locker.newLock(uid);
  const stopping = new AbortController();
  const waiting = AbortSignal.timeout(30_000);
  await lock
    .lock(waiting, () => void setTimeout(() => stopping.abort(), DRAIN_MS).unref())
    .catch(() => Promise.reject(new Failure('upload_aborted')));
  try {
    const upload = requireFound(await findAny(services.db, uid), 'upload_not_found');
    if (upload.received !== offset) throw new Failure('conflict');
    return await storeBody(services, upload, readBody(request, stopping.signal));
  } finally {
    await lock.unlock();
  }
}

/** A chunk goes to the store while the next one is collected. */
async function storeBody(services: Services, upload: UploadRow, body: AsyncIterable<Buffer>): Promise<number> {
  let { received } = upload;
  let { received: collected } = upload;
  let current: OpenChunk | undefined;
  let storing = Promise.resolve();
  /** Waits for the chunk before, without which this one has no place. */
  const store = async (chunk: OpenChunk): Promise<void> => {
    current = undefined;
    try {
      await storing;
    } catch (error) {
      await discardChunk(chunk);
      throw error;
    }
    storing = storeChunk(services, upload, received, chunk)
      .then((stored) => {
        received = stored;
      })
      .finally(() => discardChunk(chunk));
    // It is thrown where it is waited for.
    storing.catch(() => undefined);
  };
  try {
    for await (const bytes of body) {
      const isFirst = collected === upload.received;
      current ??= isFirst ? await continueLastChunk(services, upload) : await openChunk(services);
      collected += bytes.length;
      if (collected > upload.bytes)
        throw new Failure('file_too_large', { values: { max: Math.ceil(upload.bytes / 2 ** 20) } });
      await current.handle.appendFile(bytes);
      current.bytes += bytes.length;
      collectUploadGarbage(bytes.length);
      if (current.bytes >= CHUNK_BYTES) await store(current);
    }
    if (current !== undefined) await store(current);
    await storing;
    return received;
  } catch (error) {
    if (error instanceof Failure && current !== undefined && newBytes(current) > 0) {
      await store(current);
      await storing;
    }
    throw error;
  } finally {
    if (current !== undefined) await discardChunk(current);
    await storing.catch(() => undefined);
  }
}

const newBytes = ({ bytes, absorbed }: CollectedChunk): number => bytes - (absorbed?.bytes ?? 0);

interface OpenChunk extends CollectedChunk {
  handle: FileHandle;
}

async function openChunk({ config }: Services): Promise<OpenChunk> {
  const path = newChunkPath(config);
  return { path, handle: await open(path, 'wx', 0o600), bytes: 0 };
}

/** Opens a chunk that begins with the bytes of the last stored one where that is small. */
async function continueLastChunk(services: Services, { id, received }: UploadRow): Promise<OpenChunk> {
  const last = received === 0 ? undefined : await findLastChunk(services.db, id);
  const chunk = await openChunk(services);
  if (last === undefined || last.bytes >= SMALL_CHUNK_BYTES) return chunk;
  try {
    const stored = await services.storage.open(last.storage_key);
    if (stored === undefined) return chunk;
    for await (const bytes of stored.stream as AsyncIterable<Buffer>) await chunk.handle.appendFile(bytes);
    return { ...chunk, bytes: last.bytes, absorbed: last };
  } catch (error) {
    await discardChunk(chunk);
    throw error;
  }
}

async function discardChunk({ handle, path }: OpenChunk): Promise<void> {
  await handle.close();
  await rm(path, { force: true });
}

/** An error of the connection means that the client went away. */
async function* readBody(request: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* addAbortSignal(signal, request) as AsyncIterable<Buffer>;
  } catch {
    throw new Failure('upload_aborted');
  }
}

function parseOffset({ headers }: IncomingMessage): number {
  const sent = headers['upload-offset'];
  const isOfProtocol = headers['content-type'] === 'application/offset+octet-stream';
  if (!isOfProtocol || typeof sent !== 'string' || !/^\d{1,15}$/.test(sent)) throw new Failure('invalid_input');
  return Number(sent);
}
