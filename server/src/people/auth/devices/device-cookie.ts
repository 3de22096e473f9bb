import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import { COOKIE_SECONDS_MAX, cookieOptions } from '../../../platform/http/cookies/cookie-options.ts';
import { generateToken } from '../tokens.ts';

const DEVICE_COOKIE = 'device';

/**
 * Returns a random key per browser that outlives sessions and has no meaning elsewhere. Clients without cookies are
 * recognized by user agent and address.
 */
export function recognizeDevice(
  parts: { config: Pick<Config, 'publicUrl'> },
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const present = request.cookies[DEVICE_COOKIE];
  const isBrowser = present !== undefined || request.headers['sec-fetch-site'] !== undefined;
  if (!isBrowser) {
    const look = `${request.headers['user-agent'] ?? ''}\n${request.ip}`;
    return createHash('sha256').update(look).digest('base64url');
  }
  const key = present !== undefined && /^[\w-]{43}$/.test(present) ? present : generateToken();
  reply.setCookie(DEVICE_COOKIE, key, {
    ...cookieOptions(parts),
    // Codes of registration and recovery sign in as well.
    path: '/api',
    httpOnly: true,
    maxAge: COOKIE_SECONDS_MAX,
  });
  return key;
}
