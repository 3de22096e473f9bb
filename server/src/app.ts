import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { registerMedia } from './files/media/media.routes.ts';
import { registerUploads } from './files/uploads/uploads.routes.ts';
import { registerLivekit } from './live/media-rooms/livekit.routes.ts';
import { registerMediaProxy } from './live/media-rooms/media-proxy.ts';
import { registerStreamPrograms } from './live/stream-ingest/stream-programs.routes.ts';
import { registerStreamRecordings } from './live/stream-recordings/stream-recordings.routes.ts';
import { registerStreams } from './live/streams/streams.routes.ts';
import { registerAdSocket } from './market/ads/ads.realtime.ts';
import { registerAds } from './market/ads/ads.routes.ts';
import { registerAdLife } from './market/ads/lifecycle/ad-life.routes.ts';
import { registerReview } from './market/ads/review/review.routes.ts';
import { registerAdSearch } from './market/ads/search/ad-search.routes.ts';
import { registerFavorites } from './market/favorites/favorites.routes.ts';
import { registerSubscriptions } from './market/follows/subscriptions.routes.ts';
import { registerPromotion } from './market/promotion/promotion.routes.ts';
import { registerSearches } from './market/saved-searches/searches.routes.ts';
import { registerCalls } from './messaging/calls/calls.routes.ts';
import { registerChat } from './messaging/chat/chat.routes.ts';
import { registerChatFiles } from './messaging/chat-files/chat-files.routes.ts';
import { registerInvitations } from './money/invitations/invitations.routes.ts';
import { registerPayments } from './money/payments/payments.routes.ts';
import { registerNotifications } from './notifications/notifications/notifications.routes.ts';
import { registerAuth } from './people/auth/auth.routes.ts';
import { registerConsents } from './people/auth/consents.routes.ts';
import { registerSecurity } from './people/auth/security.routes.ts';
import { registerCircle } from './people/circle/circle.routes.ts';
import { registerContacts } from './people/contacts/contacts.routes.ts';
import { registerExports } from './people/data-export/exports.routes.ts';
import { registerHiddenWords } from './people/muted-words/hidden-words.routes.ts';
import { registerPresenceBoard } from './people/presence/presence-board.ts';
import { registerUsers } from './people/users/users.routes.ts';
import { registerAudit } from './platform/audit-log/audit.routes.ts';
import { isDatabaseAway } from './platform/database/database-away.ts';
import { Failure } from './platform/failure.ts';
import { registerApiDocs } from './platform/http/api-docs.ts';
import { answerBrokenRequests } from './platform/http/broken-requests.ts';
import { cachedAnswers } from './platform/http/cached-answers.ts';
import { registerHealth } from './platform/http/health.ts';
import { registerOpenApi } from './platform/http/openapi.ts';
import { fromFastify, toRefusal } from './platform/http/refusal.ts';
import { requestLanguage } from './platform/http/request-key.ts';
import { allowedMethods, noteApiRoutes } from './platform/http/route-methods.ts';
import { addSecurityHeaders } from './platform/http/security-headers.ts';
import { registerSocketDoor } from './platform/live/socket-door.ts';
import { registerOutbox } from './platform/mail/outbox.routes.ts';
import type { Services } from './platform/services.ts';
import { registerCollections } from './publishing/collections/collections.routes.ts';
import { registerComments } from './publishing/comments/comments.routes.ts';
import { registerMusic } from './publishing/music/music.routes.ts';
import { registerPostFiles } from './publishing/publication-files/post-files.routes.ts';
import { registerPublicationSocket } from './publishing/publications/publications.realtime.ts';
import { registerPublications } from './publishing/publications/publications.routes.ts';
import { registerAttributes } from './reference/attributes.routes.ts';
import { registerReference } from './reference/reference.routes.ts';
import { registerSite, type SiteSource } from './site/site.ts';
import { registerSitemap } from './site/sitemap.ts';
import { registerStaff } from './staff/consoles/staff.routes.ts';
import { registerFeedback } from './staff/feedback/feedback.routes.ts';
import { measureNode, registerMetrics } from './staff/operations/metrics.routes.ts';
import { registerOperations } from './staff/operations/operations.routes.ts';
import { registerComplaints } from './trust/complaints/complaints.routes.ts';
import { registerRules } from './trust/content-rules/rules.routes.ts';
import { registerWaves } from './trust/moderation/bulk-sanctions/waves.routes.ts';
import { registerModeration } from './trust/moderation/moderation.routes.ts';

const JSON_MAX_BYTES = 256 * 1024;
const FORM_FIELD_MAX_BYTES = 64 * 1024;
const FORM_PARTS_MAX = 60;
const UPLOAD_MAX_BYTES = 1024 * 1024 * 1024;
/** The largest file that messages take, over a slow phone line of 0.6 Mbit/s. Headers have a minute, as ever. */
const REQUEST_MAX_MS = 3_600_000;
/** Any client: generous for people behind one address, tight for scripts. */
const REQUESTS_PER_MINUTE_MAX = 1200;

/** The web node: every domain's routes, listed here, behind one set of guards. Without `site` it is the API alone. */
export async function createApp(services: Services, site?: SiteSource): Promise<FastifyInstance> {
  const { config } = services;
  const app = fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A proxy in front runs on this machine or sets PUBLIC_URL's host itself; anyone else's X-Forwarded-For is hearsay.
    trustProxy: 'loopback',
    bodyLimit: JSON_MAX_BYTES,
    requestTimeout: REQUEST_MAX_MS,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    ...answerBrokenRequests(services.texts),
    serverFactory: cachedAnswers(services.publicCache),
  }) as unknown as FastifyInstance;
  app.decorate('endpoints', new Map());
  noteApiRoutes(app);

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.register(cookie);
  await addSecurityHeaders(app, { isHttps: config.publicUrl.startsWith('https:') });
  app.register(multipart, {
    // Each file has its field's own limit, enforced while it streams into quarantine; this one only has to be no smaller.
    limits: {
      fileSize: UPLOAD_MAX_BYTES,
      fieldSize: FORM_FIELD_MAX_BYTES,
      fields: FORM_PARTS_MAX,
      parts: FORM_PARTS_MAX,
      headerPairs: 50,
    },
    throwFileSizeLimit: false,
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  if (config.rateLimits) app.register(rateLimit, await rateLimitOptions(services));

  await services.siteState.start();
  app.addHook('onClose', async () => services.siteState.stop());
  await registerSocketDoor(app, services);
  registerMediaProxy(app, services);

  setErrorAnswers(app, services);
  const metrics = measureNode(app, services);
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.method === 'GET' && reply.statusCode < 400 ? 'debug' : 'info';
    // The path only: what people search for is theirs.
    const path = request.raw.url?.split('?', 1)[0];
    request.log[level](
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  });

  // Routes come in a plugin of their own: it loads after the ones above, whose hooks reach only routes that follow them.
  app.register(async (routes) => {
    registerHealth(routes, services);
    registerMetrics(routes, services, metrics);
    registerAuth(routes, services);
    registerSecurity(routes, services);
    registerUsers(routes, services);
    registerAudit(routes, services);
    registerStaff(routes, services);
    registerContacts(routes, services);
    registerExports(routes, services);
    registerConsents(routes, services);
    registerCircle(routes, services);
    registerChat(routes, services);
    registerReference(routes, services);
    registerAttributes(routes, services);
    registerAds(routes, services);
    registerAdSearch(routes, services);
    registerAdLife(routes, services);
    registerReview(routes, services);
    registerComments(routes, services);
    registerComplaints(routes, services);
    registerFeedback(routes, services);
    registerModeration(routes, services);
    registerRules(routes, services);
    registerWaves(routes, services);
    registerPresenceBoard(routes, services);
    registerNotifications(routes, services);
    registerCalls(routes, services);
    registerStreams(routes, services);
    registerLivekit(routes, services);
    registerAdSocket(routes, services);
    registerPublicationSocket(routes, services);
    registerFavorites(routes, services);
    registerCollections(routes, services);
    registerSearches(routes, services);
    registerSubscriptions(routes, services);
    registerPublications(routes, services);
    registerHiddenWords(routes, services);
    registerPayments(routes, services);
    registerPromotion(routes, services);
    registerOperations(routes, services);
    registerInvitations(routes, services);
    registerChatFiles(routes, services);
    registerMusic(routes, services);
    await registerUploads(routes, services);
    registerPostFiles(routes, services);
    registerStreamRecordings(routes, services);
    registerStreamPrograms(routes, services);
    registerMedia(routes, services);
    await registerOutbox(routes, services);
    registerOpenApi(routes);
    registerApiDocs(routes);
    registerSitemap(routes, services);
    if (site !== undefined) await registerSite(routes, services, site);
  });
  await app.ready();
  return app;
}

async function rateLimitOptions(services: Services): Promise<object> {
  const { redisUrl } = services.config;
  const redis =
    redisUrl === undefined ? undefined : new (await import('ioredis')).Redis(redisUrl, { maxRetriesPerRequest: 1 });
  return {
    global: true,
    max: REQUESTS_PER_MINUTE_MAX,
    timeWindow: 60_000,
    redis,
    // Limits protect; losing the counter must not take the product down.
    skipOnError: true,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) =>
      new Failure('too_many_requests', { retryAfter: ttl / 1000 }),
  };
}

const RETRY_AFTER_SECONDS = 5;

/** A database that is away or overrun for a moment is worth another try; the rest is a defect. */
function unexpected(error: unknown): Failure {
  return isDatabaseAway(error)
    ? new Failure('not_ready', { retryAfter: RETRY_AFTER_SECONDS })
    : new Failure('internal');
}

/** Every refusal and defect leaves in one shape, in the reader's language; defects are logged and say nothing. */
function setErrorAnswers(app: FastifyInstance, services: Services): void {
  app.setErrorHandler((error: FastifyError | Failure, request, reply) => {
    const failure = error instanceof Failure ? error : (fromFastify(error) ?? unexpected(error));
    // What staff switched off is no defect.
    if (failure.status >= 500 && failure.code !== 'feature_off')
      request.log.error({ err: error, path: request.raw.url?.split('?', 1)[0] }, 'request failed');
    // The rest of a refused upload flows away, so that its sender reads the answer instead of a broken connection.
    request.raw.resume();
    const { status, headers, body } = toRefusal(failure, services.texts, requestLanguage(request.raw));
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
      .send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(app, request.raw.url ?? '/');
    if (methods.length === 0) throw new Failure('not_found');
    reply.header('allow', methods.join(', '));
    throw new Failure('method_not_allowed');
  });
}
