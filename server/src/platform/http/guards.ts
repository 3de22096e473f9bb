import { timingSafeEqual } from 'node:crypto';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { CALLS_ALLOWED_WHILE_FROZEN } from '@app/contract/trust/sanctions';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { hasPermission, type Viewer } from './viewer.ts';

export const TOKEN_COOKIE = 'token';
export const CSRF_COOKIE = 'csrftoken';
const CSRF_HEADER = 'x-csrftoken';
/** Whose call it is, by the id of that person: what a browser kept for one is never sent as another who has signed in since. */
const VIEWER_HEADER = 'x-viewer';

export type Credential = { via: 'cookie' | 'bearer'; token: string } | undefined;

/** The token a request carries. A Bearer header wins: its sender chose it, while a browser adds cookies by itself. */
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
 * Refuse state changes that another site's page started. Browsers say where a request comes from (`Sec-Fetch-Site`, `Origin`);
 * clients that are no browsers send neither and carry no cookies by accident.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw new Failure('cross_site');
  refusePrefetch(request);
  const { origin, host } = request.headers;
  if (origin === undefined || origin === publicUrl) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new Failure('cross_site');
}

/** Refuse what a browser fetches ahead, before the person decided to go there. */
export function refusePrefetch({ headers }: FastifyRequest): void {
  if (/prefetch|prerender/.test(String(headers['sec-purpose'] ?? headers.purpose ?? '')))
    throw new Failure('cross_site');
}

/** Refuse what a page loads as a picture, script or the like: following a link is the only way here from another site. */
export function refuseEmbedding({ headers }: FastifyRequest): void {
  const isWithin = headers['sec-fetch-site'] === 'same-origin' || headers['sec-fetch-site'] === 'none';
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined && mode !== 'navigate' && !isWithin) throw new Failure('cross_site');
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document' && !isWithin) throw new Failure('cross_site');
}

/** A call that rides on a cookie proves that it can also read one: no other site's page can. */
export function requireCsrfToken(request: FastifyRequest): void {
  const cookie = Buffer.from(request.cookies[CSRF_COOKIE] ?? '');
  const header = Buffer.from(String(request.headers[CSRF_HEADER] ?? ''));
  if (cookie.length === 0 || cookie.length !== header.length || !timingSafeEqual(cookie, header))
    throw new Failure('csrf');
}

/** Refuse what somebody else wrote in this browser. Calls that do not say whose they are, are the viewer's. */
export function requireSameViewer(request: FastifyRequest, userId: number | null): void {
  const owner = request.headers[VIEWER_HEADER];
  if (owner !== undefined && userId !== null && owner !== String(userId)) throw new Failure('conflict');
}

/** Whether a read proves itself as a write would: only then may it leave a mark. */
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

/** Who may call at all. What they may do with this or that row is the domain's policy. */
export function requireAccess(
  { access, permission }: Pick<AnyEndpoint, 'access' | 'permission'>,
  viewer: Viewer,
): void {
  if (access === 'public') return;
  if (viewer.userId === null) throw new Failure('unauthorized');
  if (access === 'paid' && !viewer.isPaid) throw new Failure('subscription_required');
  const isAllowed =
    (access !== 'staff' || viewer.isStaff) &&
    (access !== 'superuser' || viewer.isSuperuser) &&
    (permission === undefined || hasPermission(viewer, permission));
  if (!isAllowed) throw new Failure(viewer.lacksSecondFactor ? 'second_factor_missing' : 'forbidden');
}

/** Who only reads for now changes nothing but what is listed; what is open to guests as well stays open. */
export function isClosedWhileFrozen(endpoint: AnyEndpoint): boolean {
  if (endpoint.access === 'public' || !changesState(endpoint) || endpoint.readsOnly) return false;
  return !CALLS_ALLOWED_WHILE_FROZEN.has(`${endpoint.method} ${endpoint.path}`);
}

export function refuseFrozen(endpoint: AnyEndpoint, { isFrozen }: Pick<Viewer, 'isFrozen'>): void {
  if (isFrozen && isClosedWhileFrozen(endpoint)) throw new Failure('frozen');
}
