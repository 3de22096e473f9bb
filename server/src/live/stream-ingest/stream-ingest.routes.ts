import { randomInt } from 'node:crypto';
import { SDP_MAX_BYTES } from '@app/contract/live/media-room';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { identifyViewer, requireFeature } from '../../platform/http/bind.ts';
import { parseCredential, refuseCrossSite } from '../../platform/http/guards.ts';
import { asAnonymous, type Viewer } from '../../platform/http/viewer.ts';
import type { ExternalPeerAnswer, RejectedOffer } from '../media-rooms/media-rooms.public.ts';
import { findMediaSecret } from '../media-rooms/media-secret.public.ts';
import { endStreamOf, findStreamRoom, type IngestStream, openStreamByKey } from '../streams/streams.public.ts';
import { formatResource, parseResource } from './resource-name.ts';

/** Each offer costs a node some milliseconds; a disconnected encoder retries every few seconds. */
const OFFERS = { max: 30, timeWindow: 60_000, keyGenerator: ({ ip }: FastifyRequest) => ip };
/** Encoders and players on pages of other sites. Without credentials, so that no cookie of ours counts there. */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, Retry-After',
} as const;
const PREFLIGHT_HEADERS = {
  'access-control-allow-headers': 'Authorization, Content-Type',
  'access-control-max-age': '7200',
  'accept-post': 'application/sdp',
} as const;

/** WHEP viewers have no user; they get ids above any user id. */
const NAMELESS_FROM = 900_000_000_000_000;

/**
 * Registers WHIP (RFC 9725), by which OBS sends to a stream, and WHEP, by which players watch one. An offer is answered
 * with all candidates, without trickle ICE.
 */
export function registerStreamIngest(app: FastifyInstance, services: Services): void {
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    const limits = { parseAs: 'string', bodyLimit: SDP_MAX_BYTES } as const;
    routes.addContentTypeParser('application/sdp', limits, (_request, body, done) => done(null, body));
    routes.addContentTypeParser('*', limits, (_request, _body, done) => done(null, undefined));
    routes.addHook('onRequest', async (_request, reply) => void reply.headers(CORS_HEADERS));
    registerEndpointMethods(routes);
    const config = { rateLimit: OFFERS };
    routes.post('/whip', { config }, (request, reply) => publish(services, request, reply));
    routes.delete<{ Params: { resource: string } }>('/whip/:resource', async (request, reply) => {
      await stopPublishing(services, request.params.resource);
      return reply.send();
    });
    routes.post<{ Params: { id: string } }>('/whep/:id', { config }, (request, reply) =>
      watch(services, request, request.params.id, reply),
    );
    routes.delete<{ Params: { id: string; resource: string } }>('/whep/:id/:resource', async (request, reply) => {
      if (!(await services.mediaRooms.removeExternalPeer(request.params.resource))) throw new Failure('not_found');
      return reply.send();
    });
    // Trickle ICE and ICE restart are not supported; a client that lost its connection sends a new offer.
    for (const url of ['/whip/:resource', '/whep/:id/:resource']) {
      routes.patch(url, async (_request, reply) => {
        reply.header('allow', 'DELETE');
        throw new Failure('method_not_allowed');
      });
    }
  });
}

/** What RFC 9725 says of the endpoints themselves: preflight requests, and methods that are reserved. */
function registerEndpointMethods(routes: FastifyInstance): void {
  for (const [url, methods] of [
    ['/whip', 'POST, OPTIONS'],
    ['/whep', 'OPTIONS'],
    ['/whep/:id', 'POST, OPTIONS'],
    ['/whip/:resource', 'DELETE, OPTIONS'],
    ['/whep/:id/:resource', 'DELETE, OPTIONS'],
  ] as const) {
    routes.options(url, async (_request, reply) =>
      reply
        .code(204)
        .headers({ ...PREFLIGHT_HEADERS, allow: methods, 'access-control-allow-methods': methods })
        .send(),
    );
    routes.route({
      method: ['GET', 'HEAD', 'PUT'],
      url,
      handler: async (_request, reply) => {
        reply.header('allow', methods);
        throw new Failure('method_not_allowed');
      },
    });
  }
}

async function publish(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const credential = parseCredential(request);
  const stream = credential?.via === 'bearer' ? await openStream(services, request, credential.token) : undefined;
  if (stream === undefined) {
    reply.header('www-authenticate', 'Bearer');
    throw new Failure('unauthorized');
  }
  const { streamId, roomId, userId } = stream;
  const { sdp, resource: peerId } = requireAdmitted(
    await services.mediaRooms.admitExternalPeer(roomId, userId, 'publish', offerOf(request)),
  );
  const secret = await findMediaSecret(services);
  return respondWithSdp(reply, sdp, `/whip/${formatResource(secret, { streamId, userId, peerId })}`);
}

/** An invalid offer does not open a stream. */
async function openStream(services: Services, request: FastifyRequest, key: string): Promise<IngestStream | undefined> {
  offerOf(request);
  requireFeature(request.server, 'streams');
  return openStreamByKey(services, key);
}

/** The encoder ends the session; the stream does not wait for a reconnect. */
async function stopPublishing(services: Services, name: string): Promise<void> {
  const resource = parseResource(await findMediaSecret(services), name);
  // An encoder that was replaced by another one must not end the stream.
  if (resource === undefined || !(await services.mediaRooms.removeExternalPeer(resource.peerId)))
    throw new Failure('not_found');
  await endStreamOf(services, resource.userId, resource.streamId);
}

async function watch(
  services: Services,
  request: FastifyRequest,
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const offer = offerOf(request);
  const streamId = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined;
  const viewer = await identifyPlayer(services, request);
  const roomId = requireFound(streamId === undefined ? undefined : await findStreamRoom(services.db, viewer, streamId));
  const nameless = NAMELESS_FROM + randomInt(2 ** 46);
  const { sdp, resource } = requireAdmitted(
    await services.mediaRooms.admitExternalPeer(roomId, nameless, 'view', offer),
  );
  return respondWithSdp(reply, sdp, `/whep/${streamId}/${resource}`);
}

/** A page of another site watches as a guest, or by a token that it was given, never by the cookie of its reader. */
async function identifyPlayer(services: Services, request: FastifyRequest): Promise<Viewer> {
  const viewer = await identifyViewer(services, request);
  if (parseCredential(request)?.via !== 'cookie') return viewer;
  try {
    refuseCrossSite(request, services.config.publicUrl);
    return viewer;
  } catch {
    return asAnonymous(viewer);
  }
}

function offerOf({ body }: FastifyRequest): string {
  if (typeof body !== 'string') throw new Failure('unsupported_body');
  return body;
}

function requireAdmitted(seat: ExternalPeerAnswer | RejectedOffer | 'full' | 'unsupported'): ExternalPeerAnswer {
  if (seat === 'full') throw new Failure('not_ready', { retryAfter: 5 });
  if (seat === 'unsupported') throw new Failure('not_found');
  if ('reason' in seat) throw new Failure('invalid_input', { text: 'errors.offer', values: { reason: seat.reason } });
  return seat;
}

const respondWithSdp = (reply: FastifyReply, sdp: string, location: string): FastifyReply =>
  reply
    .code(201)
    .header('location', location)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/sdp')
    .send(sdp);
