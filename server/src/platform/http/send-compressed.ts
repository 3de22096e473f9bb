import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CompressedFor, chooseEncoding, compress } from './public-cache.ts';

/** Of addresses whose bytes never change, because they name their version. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Sends a body in an encoding that the browser takes. The caller sets `vary`. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  readers: CompressedFor,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const encoded = await compress(body, encoding, readers);
  if (encoded !== body) reply.header('content-encoding', encoding);
  return reply.send(encoded);
}
