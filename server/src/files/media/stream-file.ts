import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** Read and written at a time. Nearly every picture is smaller. */
export const CHUNK_BYTES = 256 * 1024;
/** Of answers that have ended: a busy node needs no more than it has readers at once. */
const SPARE_MAX = 16;
const spare: Buffer[] = [];

/**
 * Write a part of a file as the body of an answer whose head is written.
 *
 * One buffer carries all of it: a stream makes a new one for each piece, and the collector, which has the whole node to go
 * through for them, then takes longer than reading and sending. A reader who goes away ends it.
 */
export async function streamFileRange(
  handle: FileHandle,
  start: number,
  length: number,
  response: ServerResponse,
): Promise<void> {
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  try {
    const end = start + length;
    for (let position = start; position < end; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK_BYTES, end - position), position);
      // Shorter than it was when it was opened.
      if (bytesRead === 0) throw new Error('a stored file ends too early');
      position += bytesRead;
      if (!(await writeBytes(response, buffer.subarray(0, bytesRead)))) return;
    }
    response.end();
    // What was cut off may still hold its buffer: that one is never used again.
    if (spare.length < SPARE_MAX) spare.push(buffer);
  } catch (error) {
    // The head is written: nothing but a broken line tells that it is not whole.
    response.destroy();
    throw error;
  }
}

/** Whether the bytes went out, all of them. */
function writeBytes(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onClose = (): void => resolve(false);
    response.once('close', onClose);
    response.write(bytes, (error) => {
      response.off('close', onClose);
      resolve(!error);
    });
  });
}

export async function readAll(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await handle.read(bytes, read, length - read, start + read);
    if (bytesRead === 0) throw new Error('a stored file ends too early');
    read += bytesRead;
  }
  return bytes;
}
