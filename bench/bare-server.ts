import fastify from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import { renderToString } from 'react-dom/server';
import { listPublicAds } from '../server/src/market/ads/search/list-public-ads.ts';
import { SessionService } from '../server/src/people/auth/sessions.ts';
import { listPeople } from '../server/src/people/circle/list-people.ts';
import { friendsOf } from '../server/src/people/circle/people.queries.ts';
import { getUser } from '../server/src/people/users/get-user.ts';
import { openDatabase } from '../server/src/platform/database/open-database.ts';
import type { Database } from '../server/src/platform/database/tables.ts';
import type { Services } from '../server/src/platform/domain/services.ts';
import type { SignedInViewer, Viewer } from '../server/src/platform/http/viewer.ts';
import { reportToParent } from './child-server.ts';
import { parsePage } from './parse-page.ts';

/**
 * Baseline of the API: Fastify without plugins or hooks, the product's SQL through pg, `JSON.stringify`, React without
 * a framework. No access checks, no validation, no headers except the content type.
 */
export interface BareServerOptions {
  connection: pg.PoolConfig;
}

const { connection } = JSON.parse(process.env.BENCH_SERVER ?? '{}') as BareServerOptions;
const { pool, db, close } = openDatabase<Database>(connection, { max: 20, log: pino({ level: 'warn' }) });
const sessions = new SessionService({ pool, db, clock: () => new Date(), isStaffStrong: false });

const ANYBODY: Viewer = {
  userId: null,
  sessionId: null,
  isStaff: false,
  isSuperuser: false,
  isPaid: false,
  lang: 'ru',
  ip: '',
};
const FIRST_PAGE = { search: '', page: 1, size: 12, category_id: null, country_id: null, city_id: null };
let barePage = parsePage('');
let bytes = { body: Buffer.alloc(0), headers: {} as Record<string, string> };

const services = { db, clock: () => new Date() } as Services;
async function identify(authorization: string | undefined): Promise<SignedInViewer> {
  const who = await sessions.identify(String(authorization).slice('Bearer '.length));
  return { ...ANYBODY, ...who } as SignedInViewer;
}

const app = fastify();
app.get('/list', async (_request, reply) => {
  const list = await listPublicAds({ pool }, ANYBODY, FIRST_PAGE);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(list));
});
app.get('/list-signed-in', async (request, reply) => {
  const who = await sessions.identify(String(request.headers.authorization).slice('Bearer '.length));
  const viewer = { ...ANYBODY, ...who };
  const list = await listPublicAds({ pool }, viewer, FIRST_PAGE);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(list));
});
app.get('/friends', async (request, reply) => {
  const viewer = await identify(request.headers.authorization);
  const { after } = request.query as { after?: string };
  const people = await listPeople(services, viewer, friendsOf(viewer.userId), { page: 1, size: 24, after });
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(people));
});
app.get('/person/:id', async (request, reply) => {
  const viewer = await identify(request.headers.authorization);
  const { id } = request.params as { id: string };
  const person = await getUser(services, viewer, Number(id), { revealPhone: false });
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(person));
});
app.get('/bytes', (_request, reply) => {
  reply.headers(bytes.headers).send(bytes.body);
});
app.get('/same-page', async (_request, reply) => {
  const { boards } = await listPublicAds({ pool }, ANYBODY, FIRST_PAGE);
  return reply.type('text/html; charset=utf-8').send(`<!DOCTYPE html>${renderToString(barePage(boards))}`);
});
app.get('/same-page-signed-in', async (request, reply) => {
  const viewer = await identify(request.headers.authorization);
  const { boards } = await listPublicAds({ pool }, viewer, { ...FIRST_PAGE });
  return reply.type('text/html; charset=utf-8').send(`<!DOCTYPE html>${renderToString(barePage(boards))}`);
});
await app.listen({ host: '127.0.0.1', port: 0 });
reportToParent(app, close, (message) => {
  const { body, headers } = message as { body: string; headers: Record<string, string> };
  if (headers['content-type']?.startsWith('text/html')) barePage = parsePage(Buffer.from(body, 'base64').toString());
  bytes = { body: Buffer.from(body, 'base64'), headers };
});
