import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Was this asked at this very machine?
 *
 * A proxy on the same machine also comes from loopback, so nothing that was passed on counts; and the name must be
 * local, so that a page elsewhere cannot have its own name point here.
 */
export function isLocal({ raw, headers }: FastifyRequest): boolean {
  const wasPassedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].some(
    (name) => name in headers,
  );
  return LOOPBACK.test(raw.socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '') && !wasPassedOn;
}
