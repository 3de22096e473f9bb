import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Checks that the request comes from this machine.
 *
 * A local proxy also connects from loopback, so forwarded requests never count. The host name must be local as well,
 * against DNS rebinding.
 */
export function isLocal({ raw, headers }: FastifyRequest): boolean {
  const wasPassedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].some(
    (name) => name in headers,
  );
  return LOOPBACK.test(raw.socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '') && !wasPassedOn;
}
