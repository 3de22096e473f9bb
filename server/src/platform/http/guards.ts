import { timingSafeEqual } from 'node:crypto';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { CALLS_ALLOWED_WHILE_FROZEN } from '@app/contract/trust/sanctions';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { hasPermission, type Viewer } from './viewer.ts';

export const TOKEN_COOKIE = 'token';
export const CSRF_COOKIE = 'csrftoken';
const CSRF_HEADER = 'x-csrftoken';
/**
 * Header with the id of the user on whose behalf the browser sends the call, so that a queued call is never sent as
 * another user who has signed in since.
 */
const VIEWER_HEADER = 'x-viewer';

export type Credential = { via: 'cookie' | 'bearer'; token: string } | undefined;

/** The token of a request. A Bearer header goes before the cookie, because browsers add cookies by themselves. */
export function parseCredential(request: FastifyRequest): Credential {
  const header = request.headers.authorization;
  if (header !== undefined && /^bearer /i.test(header)) return { via: 'bearer', token: header.slice(7).trim() };
  const token = request.cookies[TOKEN_COOKIE];
  return token ? { via: 'cookie', token } : undefined;
}

export function changesState(endpoint: AnyEndpoint): boolean {
  return endpoint.method !== 'GET' || endpoint.changesState === true;
}

/**
 * Rejects state changes that another site's page started. Browsers send `Sec-Fetch-Site` or `Origin`; other clients
 * send neither, and do not attach cookies automatically.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw new Failure('cross_site');
  refusePrefetch(request);
  const { origin, host } = request.headers;
  if (origin === undefined || origin === publicUrl) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new Failure('cross_site');
}

/** Rejects browser prefetches, which happen before the user decides to open the link. */
export function refusePrefetch({ headers }: FastifyRequest): void {
  if (/prefetch|prerender/.test(String(headers['sec-purpose'] ?? headers.purpose ?? '')))
    throw new Failure('cross_site');
}

/** Rejects loads as an image, script or other subresource: from another site only navigation is allowed. */
export function refuseEmbedding({ headers }: FastifyRequest): void {
  const isWithin = headers['sec-fetch-site'] === 'same-origin' || headers['sec-fetch-site'] === 'none';
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate' && !isWithin) throw new Failure('cross_site');
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document' && !isWithin) throw new Failure('cross_site');
}

/** Calls authenticated by a cookie must repeat the CSRF token, which pages of other sites cannot read. */
export function requireCsrfToken(request: FastifyRequest): void {
  const cookie = Buffer.from(request.cookies[CSRF_COOKIE] ?? '');
  const header = Buffer.from(String(request.headers[CSRF_HEADER] ?? ''));
  if (cookie.length === 0 || cookie.length !== header.length || !timingSafeEqual(cookie, header))
    throw new Failure('csrf');
}

/** Rejects calls that the browser queued for another user. Calls without the header belong to the viewer. */
export function requireSameViewer(request: FastifyRequest, userId: number | null): void {
  const owner = request.headers[VIEWER_HEADER];
  if (owner !== undefined && userId !== null && owner !== String(userId)) throw new Failure('conflict');
}

/** Checks that a read passes the guards of a write; only then may the read have side effects. */
export function provesIntent(request: FastifyRequest, publicUrl: string): boolean {
  try {
    refuseCrossSite(request, publicUrl);
    if (parseCredential(request)?.via === 'cookie') requireCsrfToken(request);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Checks who may call the endpoint at all. Permissions on single rows are checked by the domain. */
export function requireAccess(
  { access, permission }: Pick<AnyEndpoint, 'access' | 'permission'>,
  viewer: Viewer,
): void {
  if (access === 'public') return;
  if (viewer.withoutFactor !== undefined)
    throw new Failure('second_factor_missing', { text: 'errors.second_factor_missing.everybody' });
  if (viewer.userId === null) throw new Failure('unauthorized');
  if (access === 'paid' && !viewer.isPaid) throw new Failure('subscription_required');
  const isAllowed =
    (access !== 'staff' || viewer.isStaff) &&
    (access !== 'superuser' || viewer.isSuperuser) &&
    (permission === undefined || hasPermission(viewer, permission));
  if (!isAllowed) throw new Failure(viewer.lacksSecondFactor ? 'second_factor_missing' : 'forbidden');
}

/** A frozen user may change nothing except the listed endpoints; endpoints open to guests stay open. */
export function isClosedWhileFrozen(endpoint: AnyEndpoint): boolean {
  if (endpoint.access === 'public' || !changesState(endpoint) || endpoint.readsOnly) return false;
  return !CALLS_ALLOWED_WHILE_FROZEN.has(`${endpoint.method} ${endpoint.path}`);
}

export function refuseFrozen(endpoint: AnyEndpoint, { isFrozen }: Pick<Viewer, 'isFrozen'>): void {
  if (isFrozen && isClosedWhileFrozen(endpoint)) throw new Failure('frozen');
}
