import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../platform/failure.ts';
import { parseByteRange } from '../platform/storage/byte-range.ts';
import type { Storage, StoredFile } from '../platform/storage/storage.ts';
import { isPrivateKey } from '../platform/storage/storage-key.ts';

/** A key names its content, so what it stands for never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Serve stored files at `/media/<key>`. To be registered before anything that answers unknown paths with a page. */
export function registerMedia(app: FastifyInstance, { storage }: { storage: Storage }): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    // A page of pictures is dozens of requests, and each costs less than counting it.
    config: { rateLimit: false },
    handler: (request, reply) => serve(storage, request.params['*'], request, reply),
  });
}

async function serve(storage: Storage, key: string, request: FastifyRequest, reply: FastifyReply) {
  if (isPrivateKey(key)) throw new Failure('not_found');
  const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`;
  const { range: wanted, 'if-none-match': known, 'if-range': onlyIf } = request.headers;

  if (known !== undefined && namesTag(known, etag)) {
    const found = await storage.stat(key);
    if (!found) throw new Failure('not_found');
    return describe(reply, etag, found).code(304).send();
  }
  if (request.method === 'HEAD') {
    const found = await storage.stat(key);
    if (!found) throw new Failure('not_found');
    return describe(reply, etag, found).header('content-length', found.size).send();
  }

  const mayBePart = wanted !== undefined && (onlyIf === undefined || onlyIf === etag);
  const whole = mayBePart ? await storage.stat(key) : undefined;
  const range = whole && parseByteRange(wanted, whole.size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${whole?.size}`).send();

  const found = await storage.open(key, range);
  if (!found) throw new Failure('not_found');
  describe(reply, etag, found);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${found.size}`);
  return reply.header('content-length', range ? range.end - range.start + 1 : found.size).send(found.stream);
}

/** What people sent never acts as a page of ours: no script, no guessed type, no frame. */
function describe(reply: FastifyReply, etag: string, { contentType }: StoredFile): FastifyReply {
  return reply
    .header('content-type', contentType)
    .header('cache-control', FOREVER)
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'");
}

function namesTag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
