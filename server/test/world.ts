import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AnyEndpoint, CallInput, ErrorBody, ResponseOf } from '@app/contract/platform/endpoint';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { DestinationStream } from 'pino';
import { createApp } from '../src/app.ts';
import { type BuiltServices, buildServices, type ServiceParts } from '../src/build-services.ts';
import { hashPassword } from '../src/people/users/passwords/passwords.public.ts';
import { type DemoUser, insertDemoUsers } from '../src/people/users/users.public.ts';
import { type Config, parseConfig } from '../src/platform/config.ts';
import type { DatabaseConnection } from '../src/platform/database/database-server.ts';
import type { ShareLimits } from '../src/platform/database/wait-limits.ts';
import type { Services } from '../src/platform/domain/services.ts';
import { openCityTable } from '../src/platform/geo/city-table.ts';
import { CSRF_COOKIE } from '../src/platform/http/guards.ts';
import { declaredErrors } from '../src/platform/http/openapi.ts';
import { createLog } from '../src/platform/log.ts';
import { createTestDatabase, pooledOrDirect } from './database.ts';
import { PATIENT_LIMITS } from './patient-limits.ts';
import { sampleUser } from './sample-user.ts';
import { watchLog } from './watch-log.ts';

export const PASSWORD = 'proverka-parolya-1';
const DAY_MS = 86_400_000;
/** With all rounds each change and each refusal is an entry, and none may hold words of people. */
const LOG_LEVEL = process.env.LONG_TESTS === 'on' ? 'info' : 'error';

/** A caller. `token` is sent in the cookie, as in a browser. */
export interface Actor {
  id: number;
  login: string;
  token: string;
}

export interface PersonOptions extends Partial<DemoUser> {
  paid?: boolean;
  groups?: string[];
}

export interface TestFile {
  field: string;
  name: string;
  type: string;
  bytes: Uint8Array;
}

export interface TestCall<E extends AnyEndpoint> extends CallInput<E> {
  files?: readonly TestFile[];
  headers?: Record<string, string>;
}

export interface TestResponse<E extends AnyEndpoint> {
  statusCode: number;
  body: ResponseOf<E> & Partial<ErrorBody>;
  headers: Record<string, string | string[] | number | undefined>;
  cookies: { name: string; value: string }[];
}

export interface World {
  app: FastifyInstance;
  services: Services;
  /** How another node of the same world reaches the database. */
  database: Pick<ServiceParts, 'connection' | 'direct'>;
  /** Calls an endpoint over HTTP with the cookies and headers of the site. */
  call<E extends AnyEndpoint>(actor: Actor | null, endpoint: E, input?: TestCall<E>): Promise<TestResponse<E>>;
  user(options?: PersonOptions): Promise<Actor>;
  close(): Promise<void>;
}

export interface WorldOptions {
  environment?: Record<string, string>;
  clock?: Services['clock'];
  adjust?: (config: Config) => Config;
  logTo?: DestinationStream;
  /** Leads the way to the database over something else. */
  reach?: (connection: pg.PoolConfig) => Promise<DatabaseConnection>;
  /** How long work waits. Default: {@link PATIENT_LIMITS}. */
  limits?: ShareLimits;
}

const CSRF = 'csrf-of-the-tests';
let people = 0;
let passwordHash: Promise<string> | undefined;

/** Creates the real application over a copy of the database. Responses and failures are checked against the contract. */
export async function createWorld({
  environment = {},
  clock,
  adjust = (config) => config,
  logTo,
  reach,
  limits = PATIENT_LIMITS,
}: WorldOptions = {}): Promise<World> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'okolo-world-'));
  const config = adjust(parseConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', DEMO: 'off', LOG_LEVEL, ...environment }));
  const watched = watchLog(PASSWORD);
  const log = createLog(config.logLevel, logTo ?? watched);
  const { connection } = database;
  const reached = reach === undefined ? pooledOrDirect(connection) : { connection: await reach(connection) };
  const built: BuiltServices = await buildServices({
    config,
    log,
    ...reached,
    clock,
    cities: await openCityTable(config.geoFile),
    limits,
  });
  const { services } = built;
  const app = await createApp(services);
  // Costly by intention, and as good for the next world.
  passwordHash ??= hashPassword(PASSWORD);
  const password_hash = await passwordHash;

  async function user({ paid = false, ...options }: PersonOptions = {}): Promise<Actor> {
    people += 1;
    const login = options.login ?? `person${process.pid}x${people}`;
    const row = sampleUser(login, `+7900${String(1_000_000 + people)}`, {
      password_hash,
      lastname: `Пробин ${people}`,
      registered_at: services.clock(),
      paid_until: paid ? new Date(Date.now() + 30 * DAY_MS) : null,
      ...options,
    });
    const [id = 0] = await services.db.transaction().execute((tx) => insertDemoUsers(tx, [row]));
    const token = await services.sessions.create(services.db, id, { ip: '127.0.0.1', userAgent: 'test' });
    watched.know(token);
    return { id, login, token };
  }

  async function call<E extends AnyEndpoint>(
    actor: Actor | null,
    endpoint: E,
    input: TestCall<E> = {},
  ): Promise<TestResponse<E>> {
    const { payload, headers } = encodeBody(input);
    const response = await app.inject({
      method: endpoint.method,
      url: addressOf(endpoint, input),
      headers: {
        ...headers,
        ...(actor && { cookie: `token=${actor.token}; ${CSRF_COOKIE}=${CSRF}`, 'x-csrftoken': CSRF }),
        ...input.headers,
      },
      payload,
    });
    const body = response.headers['content-type']?.toString().includes('json') ? response.json() : response.body;
    if (response.statusCode === 200) endpoint.response.parse(body);
    if (response.statusCode >= 400 && !declaredErrors(endpoint).has(body.code))
      throw new Error(
        `${endpoint.method} ${endpoint.path} fails with ${body.code}, which its document does not declare`,
      );
    return { statusCode: response.statusCode, body, headers: response.headers, cookies: response.cookies };
  }

  return {
    app,
    services,
    database: reached,
    call,
    user,
    async close() {
      await app.close();
      await built.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      watched.check();
    },
  };
}

export function addressOf(endpoint: AnyEndpoint, { params, query }: CallInput<AnyEndpoint>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query as Record<string, unknown> | undefined) ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

export function encodeBody({ body, files }: TestCall<AnyEndpoint>): {
  payload?: string | Buffer;
  headers: Record<string, string>;
} {
  if (files === undefined) {
    if (body === undefined) return { headers: {} };
    return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  }
  const boundary = 'okolo-test-boundary';
  const chunks: Uint8Array[] = [];
  const add = (head: string, bytes: Uint8Array): void => {
    chunks.push(Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n'));
  };
  for (const [name, value] of Object.entries((body as Record<string, unknown> | undefined) ?? {})) {
    if (value !== undefined) add(`Content-Disposition: form-data; name="${name}"`, Buffer.from(String(value)));
  }
  for (const { field, name, type, bytes } of files) {
    add(`Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`, bytes);
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { payload: Buffer.concat(chunks), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
