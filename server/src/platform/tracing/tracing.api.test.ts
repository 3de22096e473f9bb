import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createWorld, type World } from '../../../test/world.ts';
import { createApp } from '../../app.ts';
import { parseConfig } from '../config.ts';
import { defineJob } from '../queue/job.ts';
import { startTracing, type Tracing } from './start-tracing.ts';
import { traceJobs } from './trace-jobs.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

let world: World;
let app: World['app'];
let tracing: Tracing;
let collector: Server;
let origin: string;
let spans: SentSpan[] = [];
let taken: { path: string; headers: IncomingHttpHeaders }[] = [];
let status = 200;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = await text(request);
    taken.push({ path: request.url ?? '', headers: request.headers });
    if (request.url === '/v1/traces') spans.push(...JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
    response.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  origin = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const { tracing: config } = parseConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${origin}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b,x-tenant=two',
  });
  if (config === undefined) throw new Error('Tracing is off');
  // As in the product, before the first connection to the database.
  tracing = startTracing(config, pino({ level: 'silent' }));
  world = await createWorld();
  app = await createApp(world.services, undefined, tracing.tracer);
});
afterAll(async () => {
  await app.close();
  await tracing.stop();
  await world.close();
  collector.close();
});

beforeEach(async () => {
  await tracing.flush();
  spans = [];
  taken = [];
  status = 200;
});

async function sent(): Promise<SentSpan[]> {
  await tracing.flush();
  return spans;
}

const readAttribute = (span: SentSpan | undefined, name: string) =>
  span?.attributes.find(({ key }) => key === name)?.value.stringValue ??
  Number(span?.attributes.find(({ key }) => key === name)?.value.intValue);

test('a request becomes a span of the caller’s trace, its statements become spans inside it', async () => {
  const anna = await world.user();
  await app.inject({
    url: `/api/user/${anna.id}?secret=pomegranate`,
    headers: { cookie: `token=${anna.token}`, traceparent: `00-${TRACE}-${CALLER}-00` },
  });
  const all = await sent();
  const request = all.find(({ kind }) => kind === 2);
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, status: {} });
  expect(request?.name).toMatch(/^GET \/api\/user\/:/);
  expect(readAttribute(request, 'http.response.status_code')).toBe(200);
  expect(BigInt(request?.endTimeUnixNano ?? 0) > BigInt(request?.startTimeUnixNano ?? 0)).toBe(true);

  const statements = all.filter(({ kind }) => kind === 3);
  expect(statements.length).toBeGreaterThan(0);
  for (const { traceId, parentSpanId } of statements) expect([traceId, parentSpanId]).toEqual([TRACE, request?.spanId]);
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['identify-session', 'find-seen-user']));
  expect(JSON.stringify(all)).not.toMatch(new RegExp(`secret|pomegranate|${anna.token}|${anna.login}`));
  expect(taken[0]).toMatchObject({ path: '/v1/traces', headers: { 'api-key': 'a b', 'x-tenant': 'two' } });
});

test('a request with a body keeps its trace, and a refusal is no failure', async () => {
  await app.inject({ method: 'POST', url: '/api/login', payload: { login: 'nobody', password: 'wrong-password' } });
  const all = await sent();
  const request = all.find(({ kind }) => kind === 2);
  expect(request?.name).toMatch(/^POST /);
  expect(request?.parentSpanId).toBeUndefined();
  expect(request?.status).toEqual({});
});

test('a job is a trace; its statements and fetches are inside, and the fetch names the trace', async () => {
  const job = defineJob({
    name: 'visit-collector',
    payload: z.object({}),
    run: async ({ pool }: World['services']) => {
      await pool.query('select $1::text as private', ['words of a person']);
      await (await fetch(`${origin}/elsewhere`)).text();
    },
  });
  const failing = defineJob({
    name: 'break-down',
    payload: z.object({}),
    run: async ({ pool }: World['services']) => void (await pool.query('select 1 / 0')),
  });
  const [traced, broken] = traceJobs([job, failing], tracing.tracer);
  await traced?.run(world.services, {});
  await expect(broken?.run(world.services, {})).rejects.toThrow('division by zero');
  const visited = taken.find(({ path }) => path === '/elsewhere');
  const all = await sent();
  const root = all.find(({ name }) => name === 'visit-collector');
  const inside = all.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(root?.kind).toBe(5);
  expect(inside.map(({ name }) => name)).toEqual(['select', 'GET']);
  expect(readAttribute(inside[0], 'db.query.text')).toBe('select $1::text as private');
  expect(visited?.headers.traceparent).toBe(`00-${root?.traceId}-${inside[1]?.spanId}-01`);
  expect(JSON.stringify(all)).not.toContain('words of a person');
  expect(all.filter(({ status: { code } }) => code === 2).map(({ name }) => name)).toEqual(['select', 'break-down']);
});

test('statements that no request and no job waits for are not recorded', async () => {
  await world.services.pool.query('select 1');
  expect(await sent()).toEqual([]);
});

test('sending a full batch from inside a request makes no spans of its own', async () => {
  const job = defineJob({
    name: 'make-many-spans',
    payload: z.object({}),
    run: async ({ db }: World['services']) => {
      await Promise.all(Array.from({ length: 600 }, () => sql`select 1`.execute(db)));
    },
  });
  const [traced] = traceJobs([job], tracing.tracer);
  await traced?.run(world.services, {});
  const all = await sent();
  expect(all.map(({ name }) => name).filter((name) => name !== 'select')).toEqual(['make-many-spans']);
  expect(all).toHaveLength(601);
});

test('a collector that refuses costs the batch and nothing else', async () => {
  status = 503;
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await sent();
  status = 200;
  spans = [];
  await app.inject('/healthz');
  expect((await sent()).map(({ name }) => name)).toEqual(['GET /healthz']);
});
