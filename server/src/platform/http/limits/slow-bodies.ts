import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Bytes of a body within a minute, far below the slowest phone: it may stand still in a tunnel for most of it. Whoever
 * sends less holds a connection, a file and memory for an hour.
 */
const BODY_RATE = { everyMs: 60_000, bytesMin: 4096 };

/** Cuts the connections of bodies that hardly move. One that waits for this process itself is left alone. */
export function cutSlowBodies(app: FastifyInstance, { everyMs, bytesMin } = BODY_RATE): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request.raw)) watchBody(request.raw, everyMs, bytesMin, () => request.log.debug('a body was too slow'));
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watchBody(raw: IncomingMessage, everyMs: number, bytesMin: number, onCut: () => void): void {
  const { socket } = raw;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(timer);
    const isOurs = raw.readableLength >= raw.readableHighWaterMark;
    if (socket.bytesRead - before < bytesMin && !isOurs) {
      onCut();
      socket.destroy();
    }
    before = socket.bytesRead;
  }, everyMs).unref();
  raw.once('close', () => clearInterval(timer));
}
