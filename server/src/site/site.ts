import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Lang } from '@app/contract/platform/languages';
import { type OperatorDetails, operatorIn } from '@app/contract/platform/operator';
import type { PageFrame, PageHost, Site } from '@app/contract/platform/page-host';
import type { SiteSettings } from '@app/contract/platform/site-settings';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RouterContextProvider, type ServerBuild } from 'react-router';
import { recordVisit, type Visit } from '../money/invitations/record-visit.public.ts';
import type { SessionUser } from '../people/users/accounts.public.ts';
import { isDatabaseAway } from '../platform/database/database-away.ts';
import type { Services } from '../platform/domain/services.ts';
import { Failure } from '../platform/failure.ts';
import { callInProcess, identifyViewer } from '../platform/http/bind.ts';
import { toErrorResponse } from '../platform/http/error-response.ts';
import { findIdentity } from '../platform/http/identify-request.ts';
import { requestTimeZone } from '../platform/http/request/request-key.ts';
import { requestUrl } from '../platform/http/request/request-url.ts';
import { IMMUTABLE } from '../platform/http/send-compressed.ts';
import { isSignedIn, type Viewer } from '../platform/http/viewer.ts';
import { siteSettingsOf } from '../platform/site-settings/site-settings.public.ts';
import { texts } from '../platform/texts.ts';
import { mediaOriginsOf } from './content-policy.ts';
import { findFrame, type ReaderFrame } from './find-frame.ts';
import { createPageHandler, createPlainHandler } from './page-handler.ts';
import { readAddress } from './page-loaders.ts';
import { ReadAhead } from './read-ahead.ts';
import { DISCOVERY_PATH, registerRouteDiscovery } from './route-discovery.ts';
import { sendPage } from './send-page.ts';
import { shareAssets } from './shared-assets.ts';
import { siteOf } from './site-links.ts';

const BUILD = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../web/build');
/** Headers that say nothing of a script, a stylesheet or a font; a first load has two dozen of them. */
const FOR_PAGES_ONLY = [
  'accept-ranges',
  'cross-origin-opener-policy',
  'referrer-policy',
  'x-frame-options',
  'x-request-id',
];

/** The service worker has its own policy, and must always be revalidated, so that updates are found at once. */
const WORKER_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
  'service-worker-allowed': '/',
};
const isWorker = (file: string): boolean => /^sw\.js(?:\.(?:br|gz))?$/.test(path.basename(file));

/** The background blur worker compiles WebAssembly, which pages may not, so its response has its own policy. */
const BLUR_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";
const isBlur = (file: string): boolean => /[\\/]blur[\\/]blur\.js(?:\.(?:br|gz))?$/.test(file);

export interface SiteSource {
  attach(app: FastifyInstance, services: Services): Promise<void>;
  build: ServerBuild | (() => Promise<ServerBuild>);
}

/** Loads the built site; throws a clear error when the build is missing or incomplete. */
export async function loadBuiltSite(): Promise<SiteSource> {
  const entry = path.join(BUILD, 'server/index.js');
  await readFile(entry).catch(() => {
    throw new Error('The site is not built. Run: npm run build');
  });
  const build: ServerBuild = await import(pathToFileURL(entry).href);
  const root = path.join(BUILD, 'client');
  return {
    async attach(app, services) {
      await app.register(serveBuiltFiles, { root });
      await shareAssets(app, services, path.join(root, 'assets'));
    },
    build,
  };
}

/** Serves the files of a build, which the request limit does not count. */
export async function serveBuiltFiles(app: FastifyInstance, { root }: { root: string }): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isStatic: true };
  });
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The ETag is sufficient; omitting the header saves half a kilobyte in a first load of a dozen files.
    lastModified: false,
    setHeaders(reply, file) {
      const immutable = file.includes(`${path.sep}assets${path.sep}`);
      if (immutable) for (const name of FOR_PAGES_ONLY) reply.removeHeader(name);
      reply.header('cache-control', immutable ? IMMUTABLE : 'public, max-age=3600');
      // Pages of other sites show them in the previews of links to ours.
      if (/\.(?:png|svg)$/.test(file)) reply.header('cross-origin-resource-policy', 'cross-origin');
      if (isWorker(file)) reply.headers(WORKER_HEADERS);
      if (isBlur(file)) reply.header('content-security-policy', BLUR_POLICY);
    },
  });
}

/**
 * Serves the site: static files, and pages rendered with data from this process. Must be registered last, because it
 * matches all remaining paths.
 */
export async function registerSite(app: FastifyInstance, services: Services, site: SiteSource): Promise<void> {
  await site.attach(app, services);
  const mediaOrigins = mediaOriginsOf(services.config);
  const mode = process.env.NODE_ENV;
  const handler =
    typeof site.build === 'function' ? createPlainHandler(site.build, mode) : createPageHandler(site.build, mode);
  if (typeof site.build !== 'function') registerRouteDiscovery(app, site.build);
  const urlOf = (request: FastifyRequest): URL => requestUrl(request, services.config.publicUrl);
  const asksForFrame = (request: FastifyRequest): boolean => needsFrame(urlOf(request));
  const begin = (build: ServerBuild, reader: Reader): BegunPage => {
    const context = new RouterContextProvider();
    const host = new ReaderHost(app, services, reader);
    // The key of the context is defined in the site's code.
    (build.entry.module as unknown as EntryModule).provide(context, host);
    return { context, host };
  };
  const ahead = new ReadAhead<Reader, BegunPage>((request, reader) => {
    if (typeof site.build === 'function') return undefined;
    const begun = begin(site.build, reader);
    const page = { method: request.method, url: urlOf(request) };
    return handler.readAhead(page, begun.context) ? begun : undefined;
  });
  const beforeIdentified = (request: FastifyRequest, token: string): void =>
    ahead.start(request, token, asksForFrame(request) ? 'frame' : 'data');
  app.get('/*', { config: { needsFrame: asksForFrame, beforeIdentified } }, async (request, reply) => {
    // Unknown addresses and methods of programs get an API error instead of a page.
    if (/^\/(?:api|assets|feeds)(?:[/?]|$)/.test(request.raw.url ?? '')) return reply.callNotFound();
    const viewer = await identifyViewer(services, request);
    if (viewer.withoutFactor !== undefined && !isFactorPage(request.raw.url ?? ''))
      return leadToFactors(request, reply);
    const visit = await recordVisit(services, viewer, request, reply);
    const { counts, ...known } = await findKnown(services, request, viewer.withoutFactor ?? viewer);
    const reader = { viewer: counts ? { ...viewer, ...counts } : viewer, visit, known };
    const build = typeof site.build === 'function' ? await site.build() : site.build;
    const { context, host } = ahead.take(request, reader) ?? begin(build, reader);
    const page = await handler.answer({ method: request.method, url: urlOf(request) }, context);
    // What the page lacks may be there a moment later.
    if (page.status >= 500 && host.failures.some(isDatabaseAway)) throw host.failures.find(isDatabaseAway);
    return sendPage(request, reply, page, visit.isPersonal ? null : services.publicCache, mediaOrigins);
  });
}

type SiteHost = PageHost<SessionUser>;

/** The browser keeps the frame while it navigates. */
const needsFrame = (url: URL): boolean => readAddress(url).wanted?.includes('root') !== false;

const FACTOR_PAGE = '/profile/security';
/** While the site is developed, the router of the page asks for its routes like this as well. */
const FACTOR_ADDRESSES = [FACTOR_PAGE, `${FACTOR_PAGE}.data`, DISCOVERY_PATH];
const isFactorPage = (url: string): boolean => FACTOR_ADDRESSES.includes(url.split('?', 1)[0] ?? '');

/** Where everybody needs a second factor, a session without one sees the page that adds it and no other. */
function leadToFactors({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'private, no-store');
  if (!/\.data(?:\?|$)/.test(raw.url ?? '')) return reply.redirect(FACTOR_PAGE);
  // The router of an open page asks for data alone, and takes a redirect of another server by these headers.
  return reply
    .headers({ 'x-remix-redirect': FACTOR_PAGE, 'x-remix-status': '302', 'x-remix-reload-document': 'true' })
    .code(204)
    .send();
}

interface EntryModule {
  provide(context: RouterContextProvider, host: SiteHost): void;
}

/** Renders the list once, so that the first visitor does not wait for code to load and compile. */
export async function warmSite(app: FastifyInstance): Promise<void> {
  await app.inject({ method: 'GET', url: '/', headers: { 'accept-language': 'ru' } });
}

type KnownOfReader = Pick<SiteHost, 'viewer' | 'frame'> & { counts?: ReaderFrame['counts'] };

/** What pages need of their reader. The number of the newest event is read before any page data, so that the socket delivers all after it. */
async function findKnown(services: Services, request: FastifyRequest, reader: Viewer): Promise<KnownOfReader> {
  const toldZone = requestTimeZone(request.raw);
  const identity = await findIdentity(request);
  if (identity === undefined || !isSignedIn(reader))
    return { viewer: null, frame: { viewer: null, lastEventSeq: null, zone: { rendered: toldZone, chosen: null } } };
  const viewer = { user_id: reader.userId, permissions: identity.toldPermissions, may_publish: reader.isPaid };
  return { viewer, ...(await findFrame(services.db, reader, identity, toldZone)) };
}

/** Who a page is made for. */
interface Reader {
  /** Who the calls are made for. */
  viewer: Viewer;
  visit: Visit;
  known: Pick<SiteHost, 'viewer' | 'frame'>;
}

interface BegunPage {
  context: RouterContextProvider;
  host: ReaderHost;
}

/** What the loaders of a page ask for. A class, because V8 takes microseconds for each object literal with getters. */
class ReaderHost implements SiteHost {
  /** Defects of the calls that the page made. */
  readonly failures: unknown[] = [];
  readonly viewer: SiteHost['viewer'];
  readonly frame: PageFrame<SessionUser> | undefined;
  readonly lacksFactor: boolean;
  readonly invitedBy: number | null;
  readonly lang: Lang;
  readonly #app: FastifyInstance;
  readonly #services: Services;
  readonly #reader: Viewer;

  constructor(app: FastifyInstance, services: Services, { viewer, visit, known }: Reader) {
    this.#app = app;
    this.#services = services;
    this.#reader = viewer;
    this.viewer = known.viewer;
    this.frame = known.frame;
    this.lacksFactor = viewer.withoutFactor !== undefined;
    this.invitedBy = visit.invitedBy;
    this.lang = viewer.lang;
  }

  readonly call: SiteHost['call'] = async (endpoint, input = {}) => {
    try {
      return await callInProcess(this.#app, this.#reader, endpoint, input);
    } catch (error) {
      if (!(error instanceof Failure)) {
        this.failures.push(error);
        throw error;
      }
      const { status, body } = toErrorResponse(error, texts.named(this.#settings), this.lang);
      throw Object.assign(new Error(body.message), { name: 'ApiError', status, body });
    }
  };

  readonly report = (error: unknown): void => this.#services.log.error({ err: error }, 'a page failed to render');

  get publicUrl(): string {
    return this.#services.config.publicUrl;
  }

  get site(): Site {
    return siteOf(this.#services.config, this.#settings, this.lang);
  }

  get operator(): OperatorDetails {
    return operatorIn(this.lang, this.#settings.requisites);
  }

  get #settings(): SiteSettings {
    return siteSettingsOf(this.#services).get().settings;
  }
}
