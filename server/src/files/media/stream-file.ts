import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** Bytes per read and write; nearly every image is smaller. */
export const CHUNK_BYTES = 256 * 1024;
const SPARE_MAX = 16;
const spare: Buffer[] = [];

/**
 * Streams a part of a file as the body of a response whose head is already sent.
 *
 * One buffer is reused for all chunks: a file stream allocates one per chunk, and the resulting garbage collections
 * take longer than reading and sending. Stops when the client disconnects.
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
      if (bytesRead === 0) throw new Error('a stored file ends too early');
      position += bytesRead;
      if (!(await writeBytes(response, buffer.subarray(0, bytesRead)))) return;
    }
    response.end();
    // An aborted write may still use its buffer, so that buffer is not reused.
    if (spare.length < SPARE_MAX) spare.push(buffer);
  } catch (error) {
    // The head is already sent, so only an aborted connection tells the client that the body is incomplete.
    response.destroy();
    throw error;
  }
}

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
