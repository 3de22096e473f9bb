import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Locker } from '@tus/server';
import { collectUploadGarbage } from '../../platform/collect-upload-garbage.ts';
import { Failure, requireFound } from '../../platform/failure.ts';

/** Bytes per read and write; an upload uses memory for only a few of these. */
const READ_BYTES = 256 * 1024;
const DRAIN_MS = 1_000;

export interface UploadChunk {
  uid: string;
  path: string;
  bytes: number;
}

/**
 * Appends a chunk to an upload's file, streaming from the socket to the disk; returns the new size. Only one request
 * writes at a time: a dead connection gives way to the next request. Data received before a disconnect stays. Fails
 * with invalid_input, conflict (the offset differs from the file's size), upload_aborted.
 */
export async function writeChunk(request: IncomingMessage, locker: Locker, chunk: UploadChunk): Promise<number> {
  const offset = parseOffset(request);
  const lock = locker.newLock(chunk.uid);
  const stopping = new AbortController();
  const waiting = AbortSignal.timeout(30_000);
  await lock
    .lock(waiting, () => void setTimeout(() => stopping.abort(), DRAIN_MS).unref())
    .catch(() => Promise.reject(new Failure('upload_aborted')));
  try {
    const found = requireFound(await stat(chunk.path).catch(() => undefined), 'upload_not_found');
    if (found.size !== offset) throw new Failure('conflict');
    const target = createWriteStream(chunk.path, { flags: 'r+', start: offset, highWaterMark: READ_BYTES });
    const gate = createByteLimit(chunk.bytes - offset);
    await pipeline(request, gate, target, { signal: stopping.signal });
    return (await stat(chunk.path)).size;
  } catch (error) {
    if (error instanceof Failure || isDiskTrouble(error)) throw error;
    throw new Failure('upload_aborted');
  } finally {
    await lock.unlock();
  }
}

function parseOffset({ headers }: IncomingMessage): number {
  const sent = headers['upload-offset'];
  const isOfProtocol = headers['content-type'] === 'application/offset+octet-stream';
  if (!isOfProtocol || typeof sent !== 'string' || !/^\d{1,15}$/.test(sent)) throw new Failure('invalid_input');
  return Number(sent);
}

function createByteLimit(room: number): Transform {
  let left = room;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new Failure('file_too_large', { values: { max: Math.ceil(room / 2 ** 20) } }));
      else done(null, chunk);
      collectUploadGarbage(chunk.length);
    },
  });
}

/** A full or broken disk is a server error; any other stream error means that the client aborted. */
const isDiskTrouble = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && ['open', 'write', 'close'].includes(String(error.syscall));
