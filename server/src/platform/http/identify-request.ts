import type { FastifyRequest } from 'fastify';
import type { Identity, Sessions } from './viewer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether what the frame of a page shows of who is signed in is read with the session. */
    needsFrame?: (request: FastifyRequest) => boolean;
    /** Called before the session of the token is looked up. */
    beforeIdentified?: (request: FastifyRequest, token: string) => void;
  }
}

const identities = new WeakMap<FastifyRequest, Promise<Identity | undefined>>();

/** The session of a request, looked up once: the request limit and the handler both need it. */
export function identifyRequest(
  sessions: Sessions,
  request: FastifyRequest,
  token: string,
): Promise<Identity | undefined> {
  const known = identities.get(request);
  if (known !== undefined) return known;
  const { needsFrame, beforeIdentified } = request.routeOptions.config;
  beforeIdentified?.(request, token);
  const identity = needsFrame?.(request) ? sessions.identifyForPage(token) : sessions.identify(token);
  identities.set(request, identity);
  return identity;
}

/** The session that was looked up for the request, if any. */
export const findIdentity = (request: FastifyRequest): Promise<Identity | undefined> =>
  identities.get(request)?.catch(() => undefined) ?? Promise.resolve(undefined);
