import { type IncomingMessage, type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { onPrimary } from '../database/shares.ts';

/** Maximum age of a cached anonymous response, in milliseconds: changes are visible to everyone within 2 s. */
const STALE_MAX_MS = 2000;
const ENTRIES_MAX = 2000;
const COMPRESS_FROM_BYTES = 1024;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

type Encoding = 'identity' | 'gzip' | 'br';

interface CachedResponse {
  /** The status line and the headers as they are sent, but for the length and for what Node adds. */
  head: string;
  body: Buffer;
  /** What was sent last; `added` is what Node added to the head: the date, and what becomes of the connection. */
  sent?: { added: string; bytes: Buffer };
}

const STATUS_LINE = 'HTTP/1.1 200 OK\r\n';

interface Entry {
  storedAt: number;
  freshMs: number;
  version: number;
  responses: Record<Encoding, CachedResponse>;
  refreshing: boolean;
}

type Headers = Record<string, number | string | string[] | undefined>;

/**
 * Cache of responses to anonymous readers, about a second, in this node's memory.
 *
 * A fresh entry is served as is; a stale one is still served while one request recomputes the entry; {@link
 * STALE_MAX_MS} is the hard limit. A write on this node clears the whole cache. Only requests without credentials are
 * cached, and the key contains whatever the response depends on, including the language.
 */
export interface PublicCache {
  /** Answers a GET request with what is kept under the key, if anything is. */
  serve(key: string, request: IncomingMessage, response: ServerResponse): boolean;
  store(key: string, freshMs: number, reply: { getHeaders(): Headers }, body: string | Buffer): void;
  /** Computes a public value at most once per `freshMs`, shared by all callers. */
  getOrCompute<Value>(key: string, freshMs: number, compute: () => Promise<Value>): Promise<Value>;
  invalidate(): void;
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
        // This request recomputes the entry; concurrent requests still get the stale response.
        entry.refreshing = true;
        return false;
      }
      served += 1;
      send(response, entry.responses[chooseEncoding(request.headers['accept-encoding'])]);
      return true;
    },
    store(key, freshMs, reply, body) {
      const startVersion = version;
      const headers = reply.getHeaders();
      // A response that sets a cookie is meant for one reader.
      if (headers['set-cookie'] !== undefined) return;
      const storeEntry = (answers: Entry['responses']): void => {
        if (startVersion !== version) return;
        if (entries.size >= ENTRIES_MAX) entries.delete(entries.keys().next().value ?? key);
        entries.set(key, { storedAt: now(), freshMs, version, responses: answers, refreshing: false });
      };
      // When compression fails, the next request computes the response again.
      encode(headers, typeof body === 'string' ? Buffer.from(body) : body).then(storeEntry, () => {});
    },
    getOrCompute<Value>(key: string, freshMs: number, compute: () => Promise<Value>) {
      const known = values.get(key);
      if (known !== undefined && known.until > now()) return known.value as Promise<Value>;
      const value = onPrimary(compute);
      const kept = { value, until: now() + freshMs };
      // What is over goes now: values of many keys that nobody asks for again, such as feeds, are large.
      for (const [name, { until }] of values) if (until <= now()) values.delete(name);
      if (values.size >= ENTRIES_MAX) values.delete(values.keys().next().value ?? key);
      values.set(key, kept);
      value.catch(() => {
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

/**
 * Sends a response whose head was checked when it was kept, in one piece. Node would check each header again, put the head
 * together out of forty pieces, and write it apart from the body, which takes a fifth of a cached response.
 */
function send(response: ServerResponse, cached: CachedResponse): void {
  response.writeHead(200, ['content-length', String(cached.body.length)]);
  // The head that Node is about to send: it knows the date and what becomes of the connection.
  const own = response as ServerResponse & { _header: string; _headerSent: boolean };
  if (cached.sent?.added !== own._header) {
    const head = Buffer.from(cached.head + own._header.slice(STATUS_LINE.length), 'latin1');
    const bytes = Buffer.concat([head, cached.body]);
    cached.sent = { added: own._header, bytes };
    cached.body = bytes.subarray(head.length);
  }
  own._headerSent = true;
  response.end(cached.sent?.bytes);
}

async function encode(headers: Headers, body: Buffer): Promise<Entry['responses']> {
  const [gzip, br] = await Promise.all([compress(body, 'gzip', 'many'), compress(body, 'br', 'many')]);
  return {
    identity: prepare(headers, 'identity', body),
    gzip: prepare(headers, gzip === body ? 'identity' : 'gzip', gzip),
    br: prepare(headers, br === body ? 'identity' : 'br', br),
  };
}

/** Throws for a header that may not be sent. */
function prepare(headers: Headers, encoding: Encoding, body: Buffer): CachedResponse {
  const all: Headers = {
    ...headers,
    'content-encoding': encoding === 'identity' ? undefined : encoding,
    'content-length': undefined,
    // It belongs only to the request that computed the response.
    'x-request-id': undefined,
  };
  let head = STATUS_LINE;
  for (const [name, value] of Object.entries(all)) {
    if (value === undefined) continue;
    validateHeaderName(name);
    for (const one of [value].flat().map(String)) {
      validateHeaderValue(name, one);
      head += `${name}: ${one}\r\n`;
    }
  }
  return { head, body };
}

/** What an answer is compressed for: one reader, or whoever asks while it is kept. */
export type CompressedFor = 'one' | 'many';

/**
 * Short bodies are not compressed. For many readers Brotli has quality 5, as fast as gzip and a quarter smaller. For one
 * reader it has quality 3 and a window of 128 KB in place of 4 MB, which nearly every page fits into: a tenth larger,
 * for a fifth of the processor time, because most of that is spent on memory.
 */
const BROTLI_PARAMS = {
  one: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 },
  many: { [constants.BROTLI_PARAM_QUALITY]: 5 },
};
const GZIP_LEVEL = { one: 2, many: 5 };

/** What is compressed for many readers is compressed once for as long as its bytes are kept. */
const compressedForMany = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

export async function compress(body: Buffer, encoding: Encoding, readers: CompressedFor): Promise<Buffer> {
  if (encoding === 'identity' || body.length < COMPRESS_FROM_BYTES) return body;
  if (readers === 'one') return compressAnew(body, encoding, readers);
  const known = compressedForMany.get(body) ?? new Map<Encoding, Promise<Buffer>>();
  compressedForMany.set(body, known);
  const compressed = known.get(encoding) ?? compressAnew(body, encoding, readers);
  known.set(encoding, compressed);
  compressed.catch(() => known.delete(encoding));
  return compressed;
}

const compressAnew = (body: Buffer, encoding: Encoding, readers: CompressedFor): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(body, { params: { ...BROTLI_PARAMS[readers], [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
    : gz(body, { level: GZIP_LEVEL[readers] });

export function chooseEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  const accepted = String(acceptEncoding ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
