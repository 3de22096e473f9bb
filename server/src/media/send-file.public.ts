import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../platform/failure.ts';
import { parseByteRange } from '../platform/storage/byte-range.ts';
import type { Storage, StoredFile } from '../platform/storage/storage.ts';

/** How a stored file is handed out. */
export interface Presentation {
  /** Quoted. What it names never changes. */
  etag: string;
  cacheControl: string;
  /** Instead of the type that its key stands for. */
  contentType?: string;
  /** What else the answer carries, refusals apart. */
  headers?: Readonly<Record<string, string>>;
}

/** Answer with a stored file, whole or in part, or that it is known already. Fails with not_found. */
export async function sendStoredFile(
  storage: Storage,
  key: string,
  presentation: Presentation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { etag } = presentation;
  const { range: wanted, 'if-none-match': known, 'if-range': onlyIf } = request.headers;

  if (known !== undefined && namesTag(known, etag)) {
    const found = await storage.stat(key);
    if (!found) throw new Failure('not_found');
    return describe(reply, presentation, found).code(304).send();
  }
  if (request.method === 'HEAD') {
    const found = await storage.stat(key);
    if (!found) throw new Failure('not_found');
    return describe(reply, presentation, found).header('content-length', found.size).send();
  }

  const mayBePart = wanted !== undefined && (onlyIf === undefined || onlyIf === etag);
  const whole = mayBePart ? await storage.stat(key) : undefined;
  const range = whole && parseByteRange(wanted, whole.size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${whole?.size}`).send();

  const found = await storage.open(key, range);
  if (!found) throw new Failure('not_found');
  describe(reply, presentation, found);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${found.size}`);
  return reply.header('content-length', range ? range.end - range.start + 1 : found.size).send(found.stream);
}

/** What people sent never acts as a page of ours: no script, no guessed type, no frame. */
function describe(
  reply: FastifyReply,
  { etag, cacheControl, contentType, headers = {} }: Presentation,
  found: StoredFile,
): FastifyReply {
  return reply
    .header('content-type', contentType ?? found.contentType)
    .header('cache-control', cacheControl)
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .headers(headers);
}

function namesTag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
