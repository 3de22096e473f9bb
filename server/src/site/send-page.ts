import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type PublicCache } from '../platform/public-cache.ts';
import { publicCacheKey } from '../platform/request-key.ts';
import { pageContentPolicy } from './content-policy.ts';

/** How long an anonymous page may be served from memory before it is rendered again. */
const PAGE_FRESH_MS = 1000;

/** Send what the site rendered: policy, compression, and a place in the cache for pages that any visitor may see. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Response,
  cache: PublicCache,
): Promise<FastifyReply> {
  reply.code(page.status);
  for (const [name, value] of page.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const cookie of page.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (page.body === null) return reply.send();

  const body = Buffer.from(await page.arrayBuffer());
  const isHtml = page.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (isHtml) reply.header('content-security-policy', pageContentPolicy(body.toString()));
  reply.header('cache-control', 'no-cache').header('vary', 'Accept-Encoding, Accept-Language, Cookie');

  const key = page.status === 200 ? publicCacheKey(request.raw) : undefined;
  if (key !== undefined) cache.store(key, PAGE_FRESH_MS, reply, body);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const encoded = await compress(body, encoding);
  if (encoded !== body) reply.header('content-encoding', encoding);
  return reply.send(encoded);
}
