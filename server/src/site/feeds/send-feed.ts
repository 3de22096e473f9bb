import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesTag } from '../../files/media/send-file.public.ts';
import { type AtomFeed, formatAtomFeed, updatedOf } from '../../platform/formats/atom-feed.ts';
import { FILE_POLICY } from '../../platform/http/security-headers.ts';
import { sendCompressed } from '../../platform/http/send-compressed.ts';

export interface RenderedFeed {
  body: Buffer;
  etag: string;
  updated: Date;
}

export function renderFeed(feed: AtomFeed): RenderedFeed {
  const body = Buffer.from(formatAtomFeed(feed));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, updated: updatedOf(feed) };
}

/** Sends a feed, or 304 to a reader that has it. The tag is weak: it names the feed whatever compresses it. */
export async function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, updated }: RenderedFeed,
  cacheControl: string,
): Promise<FastifyReply> {
  const lastModified = updated.toUTCString();
  reply
    .type('application/atom+xml; charset=utf-8')
    .header('cache-control', cacheControl)
    .header('content-security-policy', FILE_POLICY)
    .header('etag', `W/${etag}`)
    .header('last-modified', lastModified)
    .header('vary', 'Accept-Encoding, Accept-Language, Cookie');
  const { 'if-none-match': known, 'if-modified-since': since } = request.headers;
  // Not «since or later»: when the newest entry is taken down, the date of the feed goes back.
  const isKnown = known === undefined ? since === lastModified : namesTag(known, etag);
  if (isKnown) return reply.code(304).send();
  return sendCompressed(request, reply, body, 'many');
}
