import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Anonymous answers older than this are never served, whatever happens: "within 2 s to everyone". */
const STALE_MAX_MS = 2000;
const ENTRIES_MAX = 2000;
const COMPRESS_FROM_BYTES = 1024;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

type Encoding = 'identity' | 'gzip' | 'br';

interface Entry {
  storedAt: number;
  freshMs: number;
  version: number;
  headers: Record<string, string | number | string[]>;
  bodies: Record<Encoding, Buffer>;
  refreshing: boolean;
}

/**
 * Answers to anonymous readers, kept for about a second in this node's memory.
 *
 * A fresh entry is served as it is; a stale one is served once more while one request recomputes it; {@link STALE_MAX_MS} is the
 * hard bound. A write on this node drops everything at once. What differs between viewers must be in the key, so only
 * requests without credentials come here, and the language is part of the key.
 */
export interface PublicCache {
  /** Serve from memory; false when the request has to be computed. */
  serve(key: string, request: IncomingMessage, response: ServerResponse): boolean;
  store(key: string, freshMs: number, headers: Record<string, string | number | string[]>, body: Buffer): Promise<void>;
  invalidate(): void;
}

export function createPublicCache(now: () => number = Date.now): PublicCache {
  const entries = new Map<string, Entry>();
  let version = 0;
  return {
    serve(key, request, response) {
      const entry = entries.get(key);
      if (entry === undefined || entry.version !== version) return false;
      const age = now() - entry.storedAt;
      if (age > STALE_MAX_MS) {
        entries.delete(key);
        return false;
      }
      if (age > entry.freshMs && !entry.refreshing) {
        // This request recomputes and stores; the ones beside it still get the stale answer.
        entry.refreshing = true;
        return false;
      }
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      const body = entry.bodies[encoding];
      response.writeHead(200, {
        ...entry.headers,
        ...(encoding === 'identity' || body === entry.bodies.identity ? {} : { 'content-encoding': encoding }),
        'content-length': body.length,
      });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
    async store(key, freshMs, headers, body) {
      const madeFor = version;
      const bodies = await compressAll(body);
      if (madeFor !== version) return;
      if (entries.size >= ENTRIES_MAX) entries.delete(entries.keys().next().value ?? key);
      entries.set(key, { storedAt: now(), freshMs, version, headers, bodies, refreshing: false });
    },
    invalidate() {
      version += 1;
      entries.clear();
    },
  };
}

/** Brotli where the browser takes it, gzip otherwise. Quality 4 is where brotli is as quick as gzip and still smaller. */
export async function compressAll(body: Buffer): Promise<Record<Encoding, Buffer>> {
  if (body.length < COMPRESS_FROM_BYTES) return { identity: body, gzip: body, br: body };
  const [br, zipped] = await Promise.all([
    brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    gz(body, { level: 5 }),
  ]);
  return { identity: body, gzip: zipped, br };
}

export function chooseEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  const accepted = String(acceptEncoding ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
