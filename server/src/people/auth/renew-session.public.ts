import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { parseCredential } from '../../platform/http/guards.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { setSessionCookies } from './cookies.ts';

/** Tells clients without cookies the token that replaces theirs. */
const TOKEN_HEADER = 'x-session-token';

/**
 * Gives the client the session that it opened. Where the operator wants tokens renewed, a session that was there before
 * ends, and one that was only proved again gets another token. Returns the token that counts.
 */
export async function attachSession(
  services: Services,
  viewer: Viewer,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  token: string,
): Promise<string> {
  const { sessions, config } = services;
  const before = (viewer.withoutFactor ?? viewer).sessionId;
  let given = token;
  if (config.renewsSessions && before !== null) {
    if ((await sessions.identify(token))?.sessionId === before) given = (await sessions.refresh(token))?.token ?? token;
    else await sessions.end(before);
  }
  setSessionCookies(services, request, reply, given);
  return given;
}

/**
 * Exchanges the token of a session in which this call proved the person, where the operator wants tokens renewed. The
 * former one ends as an exchanged one does, so that requests of other tabs under way are not refused.
 */
export async function renewProvedSession(
  services: Services,
  viewer: Viewer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { sessions, config } = services;
  if (!config.renewsSessions || !sessions.wasProved(viewer)) return;
  const credential = parseCredential(request);
  const renewed = credential && (await sessions.refresh(credential.token));
  if (!renewed) return;
  if (credential.via === 'cookie') setSessionCookies(services, request, reply, renewed.token);
  else reply.header(TOKEN_HEADER, renewed.token);
}
