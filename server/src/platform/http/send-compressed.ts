import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CompressedFor, chooseEncoding, compress } from './public-cache.ts';

/** Of addresses whose bytes never change, because they name their version. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Sends a body in an encoding that the browser takes. Where it takes none, a text is not copied. The caller sets `vary`. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  readers: CompressedFor,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity') return reply.send(body);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const encoded = await compress(bytes, encoding, readers);
  if (encoded !== bytes) reply.header('content-encoding', encoding);
  return reply.send(encoded);
}
