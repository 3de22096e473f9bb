import type { FastifyRequest } from 'fastify';
import { Failure } from '../../failure.ts';
import { parseCredential } from '../guards.ts';
import { identifyRequest } from '../identify-request.ts';
import type { Sessions } from '../viewer.ts';

/** Requests a minute of one signed-in browser or client: far above a person, tight for scripts. */
export const SESSION_REQUESTS_MAX = 1200;
/** Requests a minute of all guests at one address: carriers and offices put hundreds of people behind one. */
export const ADDRESS_REQUESTS_MAX = 3600;
/** Tokens a minute without a session after which an address is no longer asked for its session. */
const UNKNOWN_TOKENS_MAX = 600;
const MINUTE_MS = 60_000;
/** Sessions and addresses whose requests a node counts at the same time. */
const CLIENTS_MAX = 50_000;

const SESSION_KEY = 'session:';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files of the site's build, which are not counted: a first visit loads about a hundred. */
    isStatic?: boolean;
  }
}

/** Options of the rate-limit plugin for all requests that have no limit of their own. */
export function requestLimit(sessions: Sessions) {
  const unknown = new UnknownTokens();
  async function clientOf(request: FastifyRequest): Promise<string> {
    if (isStatic(request)) return request.ip;
    const token = parseCredential(request)?.token;
    if (token === undefined || unknown.areTooMany(request.ip)) return request.ip;
    // An unavailable database is reported by the handler.
    const identity = await identifyRequest(sessions, request, token).catch(() => undefined);
    if (identity !== undefined) return `${SESSION_KEY}${identity.sessionId}`;
    unknown.count(request.ip);
    return request.ip;
  }
  return {
    global: true,
    keyGenerator: clientOf,
    max: (_request: FastifyRequest, key: string) =>
      key.startsWith(SESSION_KEY) ? SESSION_REQUESTS_MAX : ADDRESS_REQUESTS_MAX,
    timeWindow: MINUTE_MS,
    cache: CLIENTS_MAX,
    allowList: isStatic,
    // When the rate limit's counter fails, requests are let through.
    skipOnError: true,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) =>
      new Failure('too_many_requests', { retryAfter: ttl / 1000 }),
  };
}

const isStatic = (request: FastifyRequest): boolean => request.routeOptions.config.isStatic === true;

/** Keeps made-up tokens, each of which costs a look into the database, from escaping the limit of their address. */
class UnknownTokens {
  private counts = new Map<string, number>();
  private until = 0;

  count(address: string): void {
    const now = performance.now();
    if (now > this.until) {
      this.counts = new Map();
      this.until = now + MINUTE_MS;
    }
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1);
  }

  areTooMany(address: string): boolean {
    return performance.now() <= this.until && (this.counts.get(address) ?? 0) >= UNKNOWN_TOKENS_MAX;
  }
}
