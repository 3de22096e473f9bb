import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type PublicCache } from '../platform/http/public-cache.ts';
import { publicCacheKey } from '../platform/http/request/request-key.ts';
import { pageContentPolicy } from './content-policy.ts';

/** Milliseconds for which an anonymous page is served from the cache. */
const PAGE_FRESH_MS = 1000;

/** `html` is a document, `encoded` are the data of a navigation: neither has to be read from a stream. */
type SitePage = Response & { html?: string | Buffer; scripts?: readonly string[]; encoded?: Buffer };

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: SitePage,
  cache: PublicCache | null,
  mediaOrigins: readonly string[],
): Promise<FastifyReply> {
  reply.code(page.status);
  for (const [name, value] of page.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const cookie of page.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (page.html === undefined && page.encoded === undefined && page.body === null) return reply.send();

  if (page.html !== undefined)
    reply.header('content-security-policy', pageContentPolicy(page.scripts ?? [], mediaOrigins));
  // A personal page stays out of the browser's disk as well: on a shared computer it would outlive the session.
  reply
    .header('cache-control', cache === null ? 'private, no-store' : 'no-cache')
    .header('vary', 'Accept-Encoding, Accept-Language, Cookie');

  const body = page.html ?? page.encoded ?? Buffer.from(await page.arrayBuffer());
  const key = page.status === 200 ? publicCacheKey(request.raw) : undefined;
  if (key !== undefined) cache?.store(key, PAGE_FRESH_MS, reply, body);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity') return reply.send(body);
  // Bytes are those of a page that others get as well.
  const isShared = page.html !== undefined && typeof page.html !== 'string';
  const plain = typeof body === 'string' ? Buffer.from(body) : body;
  const encoded = await compress(plain, encoding, isShared ? 'many' : 'one');
  if (encoded !== plain) reply.header('content-encoding', encoding);
  return reply.send(encoded);
}
