import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicCache } from '../platform/http/public-cache.ts';
import { publicCacheKey } from '../platform/http/request/request-key.ts';
import { sendCompressed } from '../platform/http/send-compressed.ts';
import { pageContentPolicy } from './content-policy.ts';

/** Milliseconds for which an anonymous page is served from the cache. */
const PAGE_FRESH_MS = 1000;

interface PageParts {
  /** A document. */
  html?: string | Buffer;
  scripts?: readonly string[];
  /** Data of a navigation. */
  encoded?: string;
}

/** A response of React Router, or a document or data that need none: a response costs as much as a short call. */
export type SitePage =
  | (Response & PageParts)
  | (PageParts & { status: number; headers: Iterable<readonly [string, string]> });

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: SitePage,
  cache: PublicCache | null,
  mediaOrigins: readonly string[],
): Promise<FastifyReply> {
  reply.code(page.status);
  // Several cookies come as several headers.
  for (const [name, value] of page.headers) reply.header(name, value);
  const body = page.html ?? page.encoded ?? (await readBody(page));
  if (body === undefined) return reply.send();

  if (page.html !== undefined)
    reply.header('content-security-policy', pageContentPolicy(page.scripts ?? [], mediaOrigins));
  // A personal page stays out of the browser's disk as well: on a shared computer it would outlive the session.
  reply
    .header('cache-control', cache === null ? 'private, no-store' : 'no-cache')
    .header('vary', 'Accept-Encoding, Accept-Language, Cookie');

  const key = page.status === 200 ? publicCacheKey(request.raw) : undefined;
  if (key !== undefined) cache?.store(key, PAGE_FRESH_MS, reply, body);
  // Bytes are those of a page that others get as well. Node writes a document quicker as bytes.
  if (typeof page.html === 'string') return sendCompressed(request, reply, Buffer.from(page.html), 'one');
  return sendCompressed(request, reply, body, page.html === undefined ? 'one' : 'many');
}

/** Undefined for a page without a body. */
const readBody = async (page: SitePage): Promise<Buffer | undefined> =>
  'arrayBuffer' in page && page.body !== null ? Buffer.from(await page.arrayBuffer()) : undefined;
