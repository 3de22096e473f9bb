import { createHash } from 'node:crypto';
import { CALLS_BEFORE_SECOND_FACTOR } from '@app/contract/people/second-factor-calls';
import type {
  Access,
  AnyEndpoint,
  BodyOf,
  CallInput,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@app/contract/platform/endpoint';
import { type Feature, featureOfCall } from '@app/contract/platform/features';
import { PUBLISHING_CALLS } from '@app/contract/trust/sanctions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { currentShare, runInShare, type Share } from '../database/shares.ts';
import { readNearby, type Standby } from '../database/standby/standby.ts';
import { Failure } from '../failure.ts';
import type { Texts } from '../texts.ts';
import { texts } from '../texts.ts';
import { type InvalidMessages, invalidInput } from './error-response.ts';
import {
  changesState,
  parseCredential,
  refuseCrossSite,
  refuseFrozen,
  requireAccess,
  requireCsrfToken,
  requireSameViewer,
} from './guards.ts';
import type { IdempotencyKey } from './idempotency.ts';
import { identifyRequest } from './identify-request.ts';
import type { PublicCache } from './public-cache.ts';
import { publicCacheKey, requestLanguage } from './request/request-key.ts';
import { compileResponseFilter, type ResponseFilter } from './response-filter.ts';
import { methodsOfAddress } from './route-methods.ts';
import { type FileReceiver, type Form, type QuarantinedFile, type RejectedFile, readForm } from './uploads.ts';
import { asAnonymous, isSignedIn, type Sessions, type SignedInViewer, type Viewer } from './viewer.ts';

export interface ApiServices {
  sessions: Sessions;
  publicCache: PublicCache;
  config: { publicUrl: string; rateLimits: boolean };
  media: { quarantine: FileReceiver };
}

interface PublishingLimit {
  take(userId: number): Promise<void>;
  giveBack(userId: number): Promise<void>;
}

type ViewerFor<A extends Access> = A extends 'public' ? Viewer : SignedInViewer;

export interface HandlerContext<E extends AnyEndpoint> {
  viewer: ViewerFor<E['access']>;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  files: Record<string, QuarantinedFile[]>;
  rejected: readonly RejectedFile[];
  idempotency: IdempotencyKey | undefined;
  /** None for the calls of a page that is rendered: pages of guests are kept for others. */
  cookies: Readonly<Record<string, string | undefined>>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<E extends AnyEndpoint> = (context: HandlerContext<E>) => Promise<ResponseOf<E>>;

export interface BoundEndpoint {
  endpoint: AnyEndpoint;
  handler: Handler<AnyEndpoint>;
  filter: ResponseFilter;
  share: Share;
}

declare module 'fastify' {
  interface FastifyInstance {
    endpoints: Map<string, BoundEndpoint>;
    /** Whether staff switched the feature off. */
    isOff(feature: Feature): boolean;
    publishingLimit: PublishingLimit;
    /** Fails with acceptance_required while documents wait for the user's acceptance. */
    requireAcceptance(userId: number): Promise<void>;
    /** Changes the token of a session in which the call proved its person, where the operator wants so. */
    renewProvedSession(viewer: Viewer, request: FastifyRequest, reply: FastifyReply): Promise<void>;
    standby: Standby | undefined;
  }
}

const IDEMPOTENCY_KEY_MAX = 200;
/**
 * `Retry-After` for switched-off features; an arbitrary value, because nobody knows when staff switch the feature on
 * again.
 */
const SWITCHED_OFF_SECONDS = 300;

export const endpointName = (endpoint: Pick<AnyEndpoint, 'method' | 'path'>): string =>
  `${endpoint.method} ${endpoint.path}`;

/** Registers those endpoints of an API that have a handler here. */
export function bind<Api extends Readonly<Record<string, AnyEndpoint>>>(
  app: FastifyInstance,
  services: ApiServices,
  api: Api,
  handlers: { readonly [Key in keyof Api]?: Handler<Api[Key]> },
): void {
  for (const [key, handler] of Object.entries(handlers))
    bindEndpoint(app, services, api[key] as AnyEndpoint, handler as Handler<AnyEndpoint>);
}

/**
 * Registers an endpoint. Every API call passes these steps: session → cross-site and CSRF guards → access → input
 * validation by the contract → handler → response filter by the contract. Every spelling of the path is routed.
 */
function bindEndpoint<E extends AnyEndpoint>(
  app: FastifyInstance,
  services: ApiServices,
  endpoint: E,
  handler: Handler<E>,
): void {
  const filter = compileResponseFilter(endpoint.response);
  app.endpoints.set(endpointName(endpoint), {
    endpoint,
    handler: handler as unknown as Handler<AnyEndpoint>,
    filter,
    share: currentShare(),
  });

  const feature = featureOfCall(endpointName(endpoint));
  const isPublishing = PUBLISHING_CALLS.has(endpointName(endpoint));

  /**
   * A path parameter must not match the literal path of another call: `GET /api/audio/get` is not a track but a call
   * with another method.
   */
  const parseParams = (request: FastifyRequest, reply: FastifyReply): unknown => {
    try {
      return parse(endpoint.params, request.params, texts);
    } catch (error) {
      const methods = methodsOfAddress(app, request.raw.url ?? '/');
      if (methods.length === 0) throw error;
      reply.header('allow', methods.join(', '));
      throw new Failure('method_not_allowed');
    }
  };

  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const viewer = admit(endpoint, await identifyViewer(services, request));
    guard(services, endpoint, request, viewer);
    if (feature !== undefined) requireFeature(app, feature);
    if (viewer.userId !== null && isPublishing) await app.requireAcceptance(viewer.userId);
    const { values, files, rejected } = await readInput(services, endpoint, request);
    try {
      const input = {
        params: parseParams(request, reply) as ParamsOf<E>,
        query: parse(endpoint.query, request.query, texts) as QueryOf<E>,
        body: parse(endpoint.body, values, texts, endpoint) as BodyOf<E>,
      };
      const context = {
        ...input,
        files,
        rejected,
        viewer: viewer as ViewerFor<E['access']>,
        idempotency: parseIdempotencyKey(endpoint, request, viewer, { input, files }),
        cookies: request.cookies,
        request,
        reply,
      };
      const result = await withPublishingLimit(app, endpoint, viewer, () =>
        readMarked(app, endpoint, viewer, () => handler(context)),
      );
      await app.renewProvedSession(viewer, request, reply);
      const text = JSON.stringify(filter(result));
      reply.header('content-type', 'application/json; charset=utf-8');
      if (endpoint.cacheMs !== undefined && viewer.userId === null) {
        cacheResponse(services.publicCache, endpoint.cacheMs, request, reply, text);
      } else {
        reply.header('cache-control', 'no-store');
      }
      return reply.send(text);
    } finally {
      await Promise.all(
        Object.values(files)
          .flat()
          .map((file) => services.media.quarantine.discard(file)),
      );
    }
  };

  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    app.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: respond,
      config: { rateLimit: rateLimit(endpoint) },
    });
  }
}

/**
 * Calls an endpoint in process, as pages do while they render: same access rule and validation, and the response
 * contains only members that the contract names. Only for reads.
 */
export async function callInProcess<E extends AnyEndpoint>(
  app: FastifyInstance,
  viewer: Viewer,
  endpoint: E,
  input: CallInput<E>,
): Promise<ResponseOf<E>> {
  const bound = app.endpoints.get(endpointName(endpoint));
  if (bound === undefined) throw new Error(`${endpointName(endpoint)} is not bound`);
  // Pages know endpoints only by method and path; the schemas come from the bound endpoint.
  const { endpoint: full, handler, filter, share } = bound;
  if (changesState(full) && !full.readsOnly) throw new Error(`${endpointName(full)} changes state: pages only read`);
  const admitted = admit(full, viewer);
  requireAccess(full, admitted);
  const context = new ReadContext(
    admitted,
    parse(full.params, input.params, texts),
    parse(full.query, input.query, texts),
    parse(full.body, input.body, texts),
  );
  const result = await runInShare(share, () => readMarked(app, full, admitted, () => handler(context)));
  return filter(result) as ResponseOf<E>;
}

/** A class, because V8 takes microseconds for each object literal with getters. */
class ReadContext implements HandlerContext<AnyEndpoint> {
  readonly viewer: SignedInViewer;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly files = {};
  readonly rejected = [];
  readonly idempotency = undefined;
  readonly cookies = {};

  constructor(viewer: Viewer, params: unknown, query: unknown, body: unknown) {
    this.viewer = viewer as SignedInViewer;
    this.params = params;
    this.query = query;
    this.body = body;
  }

  get request(): FastifyRequest {
    throw new Error('a call from this process has no request');
  }

  get reply(): FastifyReply {
    throw new Error('a call from this process has no reply');
  }
}

/** Runs a marked read on the standby. What staff look at is recorded, so they read from the primary. */
function readMarked<Result>(
  { standby }: FastifyInstance,
  endpoint: AnyEndpoint,
  { isStaff }: Viewer,
  run: () => Promise<Result>,
): Promise<Result> {
  return endpoint.standby && !isStaff ? readNearby(standby, run) : run();
}

/** Identifies the viewer. An invalid token counts as none: public calls continue anonymously, others fail with 401. */
export async function identifyViewer(
  services: Pick<ApiServices, 'sessions'>,
  request: FastifyRequest,
): Promise<Viewer> {
  const credential = parseCredential(request);
  const identity = credential && (await identifyRequest(services.sessions, request, credential.token));
  const viewer: Viewer = {
    userId: identity?.userId ?? null,
    sessionId: identity?.sessionId ?? null,
    isStaff: identity?.isStaff ?? false,
    isSuperuser: identity?.isSuperuser ?? false,
    ...(identity && { permissions: identity.permissions }),
    isPaid: identity?.isPaid ?? false,
    lacksSecondFactor: identity?.lacksSecondFactor ?? false,
    isFrozen: identity?.isFrozen ?? false,
    isLimited: identity?.isLimited ?? false,
    ...(identity?.hasMutedWords !== undefined && { hasMutedWords: identity.hasMutedWords }),
    ...(identity?.home !== undefined && { home: identity.home }),
    lang: requestLanguage(request.raw),
    // A closed connection has no address.
    ip: request.ip ?? '',
  };
  if (!identity?.mustAddFactor || !isSignedIn(viewer)) return viewer;
  return { ...asAnonymous(viewer), lacksSecondFactor: true, withoutFactor: viewer };
}

/** Who lacks the second factor that everybody needs is somebody only to the calls that add one. */
function admit(endpoint: Pick<AnyEndpoint, 'method' | 'path'>, viewer: Viewer): Viewer {
  const { withoutFactor } = viewer;
  return withoutFactor !== undefined && CALLS_BEFORE_SECOND_FACTOR.has(endpointName(endpoint)) ? withoutFactor : viewer;
}

function guard(services: ApiServices, endpoint: AnyEndpoint, request: FastifyRequest, viewer: Viewer): void {
  if (changesState(endpoint)) {
    refuseCrossSite(request, services.config.publicUrl);
    if (viewer.userId !== null && parseCredential(request)?.via === 'cookie') requireCsrfToken(request);
    requireSameViewer(request, viewer.userId);
  }
  requireAccess(endpoint, viewer);
  refuseFrozen(endpoint, viewer);
}

/** Counts a publication of a limited user before the handler runs and reverts the count when the call fails. */
async function withPublishingLimit<Result>(
  { publishingLimit }: FastifyInstance,
  endpoint: AnyEndpoint,
  { isLimited, userId }: Viewer,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!isLimited || userId === null || !PUBLISHING_CALLS.has(endpointName(endpoint))) return run();
  await publishingLimit.take(userId);
  try {
    return await run();
  } catch (error) {
    await publishingLimit.giveBack(userId);
    throw error;
  }
}

/** Fails with feature_off. Runs before the request body is read, because a feature may be switched off for its cost. */
export function requireFeature(app: FastifyInstance, feature: Feature): void {
  if (!app.isOff(feature)) return;
  const text = `features.off.${feature}`;
  throw new Failure('feature_off', { text, details: { feature }, retryAfter: SWITCHED_OFF_SECONDS });
}

type RawInput = Omit<Form, 'values'> & { values: unknown };

async function readInput(services: ApiServices, endpoint: AnyEndpoint, request: FastifyRequest): Promise<RawInput> {
  if (!request.isMultipart()) return { values: request.body ?? undefined, files: {}, rejected: [] };
  if (endpoint.files === undefined && endpoint.multipart !== true) throw new Failure('unsupported_body');
  return readForm(request, endpoint, services.media.quarantine);
}

function parse(schema: z.ZodType | undefined, value: unknown, texts: Texts, messages: InvalidMessages = {}): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value ?? {}, { reportInput: true });
  if (!result.success) throw invalidInput(result.error, texts, messages);
  return result.data;
}

function parseIdempotencyKey(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  viewer: Viewer,
  { input, files }: { input: object; files: RawInput['files'] },
): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !changesState(endpoint) || endpoint.readsOnly) return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > IDEMPOTENCY_KEY_MAX)
    throw new Failure('invalid_input');
  const hashes = Object.values(files)
    .flat()
    .map((file) => file.sha256);
  return {
    scope: viewer.userId === null ? `ip:${viewer.ip}` : `user:${viewer.userId}`,
    key,
    endpoint: endpointName(endpoint),
    // Hashes the parsed input: raw input may be nested too deeply to serialize.
    fingerprint: createHash('sha256')
      .update(JSON.stringify([input, hashes]))
      .digest('base64'),
  };
}

function cacheResponse(
  cache: PublicCache,
  freshMs: number,
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): void {
  reply.header('cache-control', 'no-cache').header('vary', 'Accept-Encoding, Accept-Language, Cookie, Authorization');
  const key = publicCacheKey(request.raw);
  if (key !== undefined) cache.store(key, freshMs, reply, text);
}

/** Rate limit of a route for the rate-limit plugin; limits with `by` also count per value of the named body field. */
function rateLimit(endpoint: AnyEndpoint): object | undefined {
  const { limit } = endpoint;
  if (limit === undefined) return undefined;
  return {
    max: limit.max,
    timeWindow: limit.seconds * 1000,
    groupId: endpointName(endpoint),
    hook: limit.by === undefined ? 'onRequest' : 'preHandler',
    keyGenerator: (request: FastifyRequest) => {
      const named = limit.by === undefined ? '' : (request.body as Record<string, unknown> | undefined)?.[limit.by];
      return `${request.ip} ${String(named ?? '')
        .slice(0, 100)
        .toLowerCase()}`;
    },
  };
}
