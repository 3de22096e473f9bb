import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { API_TAGS } from './api-tags.ts';
import { registerMediaProxy } from './live/media-rooms/media-proxy.ts';
import { requireAcceptance } from './people/auth/consents/consents.public.ts';
import { renewProvedSession } from './people/auth/renew-session.public.ts';
import { runRoutesInTheirShare } from './platform/database/route-shares.ts';
import { runInShare } from './platform/database/shares.ts';
import { Standby } from './platform/database/standby/standby.ts';
import { documentsOf } from './platform/documents/documents.public.ts';
import { listDomains } from './platform/domain/domain.ts';
import type { Services } from './platform/domain/services.ts';
import { Failure } from './platform/failure.ts';
import { registerApiDocs } from './platform/http/api-docs.ts';
import { createBrokenRequestHandlers } from './platform/http/broken-requests.ts';
import { cachedResponses } from './platform/http/cached-responses.ts';
import { readingCookies, sendCookies } from './platform/http/cookies/cookie-names.ts';
import { allowDraining } from './platform/http/drain.ts';
import { fromFastify, toErrorResponse } from './platform/http/error-response.ts';
import { registerHealth } from './platform/http/health.ts';
import { limitClosing } from './platform/http/limits/limit-closing.ts';
import { openRequestCounter } from './platform/http/limits/request-counter.ts';
import { requestLimit } from './platform/http/limits/request-limit.ts';
import { cutSlowBodies } from './platform/http/limits/slow-bodies.ts';
import { logRequests } from './platform/http/log-requests.ts';
import { openServer } from './platform/http/open-server.ts';
import { registerOpenApi } from './platform/http/openapi.ts';
import { requestLanguage } from './platform/http/request/request-key.ts';
import { allowedMethods, recordApiRoutes } from './platform/http/route-methods.ts';
import { addSecurityHeaders } from './platform/http/security-headers.ts';
import { toFailure } from './platform/http/to-failure.ts';
import { registerSocketUpgrade } from './platform/live/socket-upgrade.ts';
import { siteSettingsOf } from './platform/site-settings/site-settings.public.ts';
import { type Texts, texts } from './platform/texts.ts';
import { traceRequests } from './platform/tracing/trace-requests.ts';
import type { Tracer } from './platform/tracing/tracer.ts';
import { registerFeeds } from './site/feeds/feeds.ts';
import { registerLogoFiles } from './site/logo-files.ts';
import { registerManifest } from './site/manifest.ts';
import { registerSite, type SiteSource } from './site/site.ts';
import { registerSitemap } from './site/sitemap.ts';
import { waitPage } from './site/wait-page.ts';
import { registerWellKnown } from './site/well-known.ts';
import { measureNode, registerMetrics } from './staff/operations/metrics.routes.ts';
import { siteStateOf } from './staff/operations/site-state.public.ts';
import { createPublishingLimit } from './trust/moderation/publishing-limits.public.ts';

const JSON_MAX_BYTES = 256 * 1024;
const FORM_FIELD_MAX_BYTES = 64 * 1024;
const FORM_PARTS_MAX = 60;
const UPLOAD_MAX_BYTES = 1024 * 1024 * 1024;
/** Duration of uploading the largest chat file over a mobile connection of 0.6 Mbit/s. Headers have one minute. */
const REQUEST_MAX_MS = 3_600_000;

/** Fastify's ten seconds end nodes that start on a machine busy with other starts. */
const START_MAX_MS = 60_000;

const FORM_LIMITS = {
  // The limit of each file field is enforced while the file streams into quarantine; this one only must not be smaller.
  fileSize: UPLOAD_MAX_BYTES,
  fieldSize: FORM_FIELD_MAX_BYTES,
  fields: FORM_PARTS_MAX,
  parts: FORM_PARTS_MAX,
  headerPairs: 50,
};

export async function createApp(services: Services, site?: SiteSource, tracer?: Tracer): Promise<FastifyInstance> {
  const { config } = services;
  const app = fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    // X-Forwarded-For of clients that are no trusted proxies may be forged.
    trustProxy: config.trustedProxies === undefined ? 'loopback' : [...config.trustedProxies],
    bodyLimit: JSON_MAX_BYTES,
    requestTimeout: REQUEST_MAX_MS,
    pluginTimeout: START_MAX_MS,
    // Fastify's own answer would be in English and in another shape.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    ...createBrokenRequestHandlers(texts),
    serverFactory: cachedResponses(
      services.publicCache,
      readingCookies(openServer(config, services.log), config.cookieNames),
    ),
  }) as unknown as FastifyInstance;
  if (tracer !== undefined) traceRequests(app, tracer);
  limitClosing(app);
  allowDraining(app);
  cutSlowBodies(app);
  app.decorate('endpoints', new Map());
  app.decorate('downloads', []);
  app.decorate('publishingLimit', createPublishingLimit(services));
  app.decorate('requireAcceptance', (userId) => requireAcceptance(services, userId));
  app.decorate('renewProvedSession', (...parts) => renewProvedSession(services, ...parts));
  const standby = config.databaseReadUrl === undefined ? undefined : new Standby(services);
  app.decorate('standby', standby);
  recordApiRoutes(app);
  runRoutesInTheirShare(app);

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  await app.register(cookie);
  sendCookies(app, config.cookieNames);
  await addSecurityHeaders(app, { isHttps: config.publicUrl.startsWith('https:') });
  app.register(multipart, { limits: FORM_LIMITS, throwFileSizeLimit: false });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  if (config.rateLimits) {
    const counter = config.redisUrl && (await openRequestCounter(config.redisUrl, config.internalCa, services.log));
    if (counter) app.addHook('onClose', async () => counter.disconnect());
    app.register(rateLimit, { ...requestLimit(services.sessions), ...(counter && { redis: counter }) });
  }

  const siteState = siteStateOf(services);
  app.decorate('isOff', (feature) => siteState.isOff(feature));
  const siteSettings = siteSettingsOf(services);
  const documents = documentsOf(services);
  await Promise.all([siteState.start(), siteSettings.start(), documents.start()]);
  standby?.start();
  app.addHook('onClose', async () => {
    standby?.stop();
    siteState.stop();
    siteSettings.stop();
    documents.stop();
  });
  await registerSocketUpgrade(app, services);
  registerMediaProxy(app, services);

  setErrorHandlers(app, () => texts.named(siteSettings.get().settings));
  const metrics = measureNode(app, services);
  logRequests(app);

  // Routes are registered in their own plugin, because hooks apply only to routes that are registered after them.
  app.register(async (routes) => {
    registerHealth(routes, services);
    registerMetrics(routes, services, metrics);
    for (const domain of listDomains()) {
      for (const register of [domain.routes ?? []].flat())
        await runInShare(domain.share ?? 'rest', async () => register(routes, services));
    }
    registerOpenApi(routes, {
      publicUrl: config.publicUrl,
      tags: API_TAGS,
      protocols: Object.assign({}, ...listDomains().map(({ protocolPaths }) => protocolPaths ?? {})),
    });
    registerApiDocs(routes, config.publicUrl);
    registerSitemap(routes, services);
    registerFeeds(routes, services);
    registerManifest(routes, services);
    registerWellKnown(routes, services);
    registerLogoFiles(routes, services);
    if (site !== undefined) await registerSite(routes, services, site);
  });
  await app.ready();
  return app;
}

/**
 * Sends every failure and defect in one shape, in the viewer's language; navigations that may succeed later get a page
 * that waits. Defects are logged and reveal no details.
 */
function setErrorHandlers(app: FastifyInstance, siteTexts: () => Texts): void {
  app.setErrorHandler((error: FastifyError | Failure, request, reply) => {
    const failure = error instanceof Failure ? error : (fromFastify(error) ?? toFailure(error));
    const isExpected =
      failure.code === 'feature_off' || ((app.isDraining || app.isClosing) && failure.code === 'not_ready');
    if (failure.status >= 500 && !isExpected)
      request.log.error({ err: error, path: request.raw.url?.split('?', 1)[0] }, 'request failed');
    // The rest of a rejected upload is consumed, so that its sender reads the response instead of a connection error.
    request.raw.resume();
    const lang = requestLanguage(request.raw);
    const { status, headers, body } = toErrorResponse(failure, texts, lang);
    const page = waitPage(request, { status, retryAfter: failure.options.retryAfter }, siteTexts(), lang);
    if (page !== undefined)
      return reply
        .code(status)
        .headers({ ...page.headers, 'cache-control': 'no-store' })
        .send(page.body);
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
