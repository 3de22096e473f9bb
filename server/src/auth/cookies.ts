import { GRANT_TTL_SECONDS } from '@app/contract/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CSRF_COOKIE, TOKEN_COOKIE } from '../platform/guards.ts';
import { makeToken } from './tokens.ts';

export const GRANT_COOKIE = 'grant';
/** What browsers keep at most; the server decides how long a session really lives. */
const YEAR_SECONDS = 400 * 24 * 3600;

interface CookieParts {
  config: { publicUrl: string };
}

const base = ({ config }: CookieParts) =>
  ({ path: '/', sameSite: 'lax', secure: config.publicUrl.startsWith('https:') }) as const;

/** The token out of scripts' reach, and beside it the value that proves a call came from our own page. */
export function setSessionCookies(
  parts: CookieParts,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  reply.setCookie(TOKEN_COOKIE, token, { ...base(parts), httpOnly: true, maxAge: YEAR_SECONDS });
  // Kept while it is there: other tabs may have calls under way that carry it.
  const present = request.cookies[CSRF_COOKIE];
  const csrfToken = present !== undefined && /^[\w-]{43}$/.test(present) ? present : makeToken();
  reply.setCookie(CSRF_COOKIE, csrfToken, { ...base(parts), maxAge: YEAR_SECONDS });
}

export function clearSessionCookies(parts: CookieParts, reply: FastifyReply): void {
  reply.clearCookie(TOKEN_COOKIE, { ...base(parts), httpOnly: true });
  reply.clearCookie(CSRF_COOKIE, base(parts));
}

export function setGrantCookie(parts: CookieParts, reply: FastifyReply, grant: string): void {
  reply.setCookie(GRANT_COOKIE, grant, { ...base(parts), path: '/api', httpOnly: true, maxAge: GRANT_TTL_SECONDS });
}

export function clearGrantCookie(parts: CookieParts, reply: FastifyReply): void {
  reply.clearCookie(GRANT_COOKIE, { ...base(parts), path: '/api', httpOnly: true });
}
