import type { FileHandle } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import { FILE_POLICY } from '../../platform/http/security-headers.ts';
import { parseByteRange } from '../../platform/storage/byte-range.ts';
import type { ByteRange, Storage, StoredFile } from '../../platform/storage/storage.ts';
import { CHUNK_BYTES, readAll, streamFileRange } from './stream-file.ts';

/** Name of a file in its address, a random UUID. */
export const FILE_UID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Caches ask again after these seconds and get 304 while the file may be read, so that a file disappears from all caches
 * soon after what holds it.
 */
const FRESH_SECONDS = 10;
export const PUBLIC_FILE_CACHE = `public, max-age=${FRESH_SECONDS}, must-revalidate`;
/** For readers with a session: only their browsers keep the file. */
export const PRIVATE_FILE_CACHE = `private, max-age=${FRESH_SECONDS}, must-revalidate`;

export interface FileDisposition {
  etag: string;
  /** What is private is cached by browsers only, for one session. */
  cacheControl: string;
  contentType?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Sends a stored file, whole or a range, or 304. Fails with not_found. */
export async function sendStoredFile(
  storage: Storage,
  key: string,
  disposition: FileDisposition,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { etag } = disposition;
  const { range: rangeHeader, 'if-none-match': known, 'if-range': onlyIf } = request.headers;

  if (known !== undefined && namesTag(known, etag)) {
    const found = await storage.stat(key);
    if (!found) throw new Failure('not_found');
    return setFileHeaders(reply, disposition, found).code(304).send();
  }
  if (request.method === 'HEAD') {
    const found = await storage.stat(key);
    if (!found) throw new Failure('not_found');
    return setFileHeaders(reply, disposition, found).header('content-length', found.size).send();
  }

  const mayBePart = rangeHeader !== undefined && (onlyIf === undefined || onlyIf === etag);
  const rangeOf = (size: number) => (mayBePart ? parseByteRange(rangeHeader, size) : undefined);
  if (storage.openFile) {
    const file = await storage.openFile(key);
    if (!file) throw new Failure('not_found');
    return sendOpened(file, rangeOf(file.size), disposition, reply);
  }
  const whole = mayBePart ? await storage.stat(key) : undefined;
  const range = whole && rangeOf(whole.size);
  if (range === 'unsatisfiable') return refuseRange(reply, whole?.size ?? 0);
  const found = await storage.open(key, range);
  if (!found) throw new Failure('not_found');
  setRangeHeaders(setFileHeaders(reply, disposition, found), found, range);
  return reply.send(found.stream);
}

async function sendOpened(
  file: StoredFile & { handle: FileHandle },
  range: ByteRange | 'unsatisfiable' | undefined,
  disposition: FileDisposition,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    if (range === 'unsatisfiable') return refuseRange(reply, file.size);
    const { start, length } = setRangeHeaders(setFileHeaders(reply, disposition, file), file, range);
    if (length <= CHUNK_BYTES) return reply.send(await readAll(file.handle, start, length));
    // Bypasses Fastify, which supports only streams and complete bodies.
    reply.hijack();
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
    await streamFileRange(file.handle, start, length, reply.raw);
    return reply;
  } finally {
    await file.handle.close();
  }
}

const refuseRange = (reply: FastifyReply, size: number): FastifyReply =>
  reply.code(416).header('content-range', `bytes */${size}`).send();

function setRangeHeaders(
  reply: FastifyReply,
  { size }: StoredFile,
  range: ByteRange | undefined,
): { start: number; length: number } {
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = end - start + 1;
  reply.header('content-length', length);
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return { start, length };
}

/** Headers that prevent user files from acting as pages of this site: no scripts, no type sniffing, no framing. */
function setFileHeaders(
  reply: FastifyReply,
  { etag, cacheControl, contentType, headers = {} }: FileDisposition,
  found: StoredFile,
): FastifyReply {
  if (cacheControl.startsWith('private')) reply.header('vary', 'Cookie, Authorization');
  // Pages of other sites show public files in the previews of links to ours.
  else reply.header('cross-origin-resource-policy', 'cross-origin');
  return reply
    .header('content-type', contentType ?? found.contentType)
    .header('cache-control', cacheControl)
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', FILE_POLICY)
    .headers(headers);
}

export function namesTag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
