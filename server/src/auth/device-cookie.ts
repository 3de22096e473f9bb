import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeToken } from './tokens.ts';

const DEVICE_COOKIE = 'device';
/** What browsers keep at most. */
const YEAR_SECONDS = 400 * 24 * 3600;

/**
 * What tells this browser from others that sign in to the same account: a random value of its own, which outlives
 * sessions and means nothing to anybody else. Programs that are no browsers and keep no cookies are told apart by what
 * they say they are and where they call from.
 */
export function recogniseDevice(
  { config }: { config: { publicUrl: string } },
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const present = request.cookies[DEVICE_COOKIE];
  const isBrowser = present !== undefined || request.headers['sec-fetch-site'] !== undefined;
  if (!isBrowser) {
    const look = `${request.headers['user-agent'] ?? ''}\n${request.ip}`;
    return createHash('sha256').update(look).digest('base64url');
  }
  const key = present !== undefined && /^[\w-]{43}$/.test(present) ? present : makeToken();
  reply.setCookie(DEVICE_COOKIE, key, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: YEAR_SECONDS,
  });
  return key;
}
