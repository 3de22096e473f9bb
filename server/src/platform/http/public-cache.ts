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

/** Ready to be written: nothing is put together again for each reader. */
interface CachedResponse {
  headers: string[];
  body: Buffer;
}

interface Entry {
  storedAt: number;
  freshMs: number;
  version: number;
  responses: Record<Encoding, CachedResponse>;
  refreshing: boolean;
}

type Headers = Record<string, number | string | string[] | undefined>;

interface StoredReply {
  getHeaders(): Headers;
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
  /** Keep what a reply is about to say. Its headers are read at once; the encodings are made while it is sent. */
  store(key: string, freshMs: number, reply: StoredReply, body: string | Buffer): void;
  /** A value that everybody may see, computed once in `freshMs` for all who ask. */
  getOrCompute<Value>(key: string, freshMs: number, compute: () => Promise<Value>): Promise<Value>;
  invalidate(): void;
  /** Answers given out of memory since the start. */
  served(): number;
}

export function createPublicCache(now: () => number = Date.now): PublicCache {
  const entries = new Map<string, Entry>();
  const values = new Map<string, { value: Promise<unknown>; until: number }>();
  let version = 0;
  let served = 0;
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
      const { headers, body } = entry.responses[chooseEncoding(request.headers['accept-encoding'])];
      served += 1;
      response.writeHead(200, headers);
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
    store(key, freshMs, reply, body) {
      const startVersion = version;
      const headers = reply.getHeaders();
      // An answer that sets a cookie is for one reader.
      if (headers['set-cookie'] !== undefined) return;
      const storeEntry = (answers: Entry['responses']): void => {
        if (startVersion !== version) return;
        if (entries.size >= ENTRIES_MAX) entries.delete(entries.keys().next().value ?? key);
        entries.set(key, { storedAt: now(), freshMs, version, responses: answers, refreshing: false });
      };
      // What could not be compressed is computed again for the next reader.
      encode(headers, Buffer.from(body)).then(storeEntry, () => {});
    },
    getOrCompute<Value>(key: string, freshMs: number, compute: () => Promise<Value>) {
      const known = values.get(key);
      if (known !== undefined && known.until > now()) return known.value as Promise<Value>;
      const value = compute();
      const kept = { value, until: now() + freshMs };
      if (values.size >= ENTRIES_MAX) values.delete(values.keys().next().value ?? key);
      values.set(key, kept);
      value.catch(() => {
        // The next one tries again.
        if (values.get(key) === kept) values.delete(key);
      });
      return value;
    },
    served: () => served,
    invalidate() {
      version += 1;
      entries.clear();
      values.clear();
    },
  };
}

async function encode(headers: Headers, body: Buffer): Promise<Entry['responses']> {
  const [gzip, br] = await Promise.all([compress(body, 'gzip'), compress(body, 'br')]);
  return {
    identity: prepare(headers, 'identity', body),
    gzip: prepare(headers, gzip === body ? 'identity' : 'gzip', gzip),
    br: prepare(headers, br === body ? 'identity' : 'br', br),
  };
}

/** Headers as one flat list, which Node writes without looking at them again. */
function prepare(headers: Headers, encoding: Encoding, body: Buffer): CachedResponse {
  const all: Headers = {
    ...headers,
    'content-encoding': encoding === 'identity' ? undefined : encoding,
    'content-length': body.length,
  };
  const flat: string[] = [];
  for (const [name, value] of Object.entries(all)) {
    // The id belongs to the one request that computed the answer.
    if (value === undefined || name === 'x-request-id') continue;
    for (const one of [value].flat()) flat.push(name, String(one));
  }
  return { headers: flat, body };
}

/** Quality 5 is where brotli is as quick as gzip and a quarter smaller. Short bodies stay as they are. */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity' || body.length < COMPRESS_FROM_BYTES) return body;
  return encoding === 'br'
    ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
    : gz(body, { level: 5 });
}

/** Brotli where the browser takes it, gzip otherwise. */
export function chooseEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  const accepted = String(acceptEncoding ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
