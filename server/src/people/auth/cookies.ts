import { GRANT_TTL_SECONDS, REGISTRATION_TTL_SECONDS } from '@app/contract/people/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { COOKIE_SECONDS_MAX, cookieOptions } from '../../platform/http/cookies/cookie-options.ts';
import { CSRF_COOKIE, TOKEN_COOKIE } from '../../platform/http/guards.ts';
import { generateToken } from './tokens.ts';

export const GRANT_COOKIE = 'grant';
export const REGISTRATION_COOKIE = 'registration';

interface CookieParts {
  config: { publicUrl: string };
}

/** Sets the session token as an HttpOnly cookie, and the CSRF value that proves that a call came from our own page. */
export function setSessionCookies(
  parts: CookieParts,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  // The server decides when the session expires, not the cookie.
  reply.setCookie(TOKEN_COOKIE, token, { ...cookieOptions(parts), httpOnly: true, maxAge: COOKIE_SECONDS_MAX });
  // An existing CSRF value is kept, because requests of other tabs may still carry it.
  const present = request.cookies[CSRF_COOKIE];
  const csrfToken = present !== undefined && /^[\w-]{43}$/.test(present) ? present : generateToken();
  reply.setCookie(CSRF_COOKIE, csrfToken, { ...cookieOptions(parts), maxAge: COOKIE_SECONDS_MAX });
}

export function clearSessionCookies(parts: CookieParts, reply: FastifyReply): void {
  reply.clearCookie(TOKEN_COOKIE, { ...cookieOptions(parts), httpOnly: true });
  reply.clearCookie(CSRF_COOKIE, cookieOptions(parts));
}

const shortLived = (parts: CookieParts, maxAge: number) =>
  ({ ...cookieOptions(parts), path: '/api', httpOnly: true, maxAge }) as const;

export function setGrantCookie(parts: CookieParts, reply: FastifyReply, grant: string): void {
  reply.setCookie(GRANT_COOKIE, grant, shortLived(parts, GRANT_TTL_SECONDS));
}

export function setRegistrationCookie(parts: CookieParts, reply: FastifyReply, proof: string): void {
  reply.setCookie(REGISTRATION_COOKIE, proof, shortLived(parts, REGISTRATION_TTL_SECONDS));
}

export function clearGrantCookie(parts: CookieParts, reply: FastifyReply): void {
  reply.clearCookie(GRANT_COOKIE, { ...cookieOptions(parts), path: '/api', httpOnly: true });
}

export function clearRegistrationCookie(parts: CookieParts, reply: FastifyReply): void {
  reply.clearCookie(REGISTRATION_COOKIE, { ...cookieOptions(parts), path: '/api', httpOnly: true });
}
