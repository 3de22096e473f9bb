import type { PageHost } from '@app/contract/platform/page-host';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createContext, type EntryContext, type RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sampleBuild } from '../../test/sample-build.ts';
import { type Actor, createWorld, type World } from '../../test/world.ts';
import { createApp } from '../app.ts';
import type { SessionUser } from '../people/users/accounts.public.ts';
import { SESSION_REQUESTS_MAX } from '../platform/http/limits/request-limit.ts';

type Host = PageHost<SessionUser>;

const hostContext = createContext<Host>();
/** What happened for the last request: a loader ran for somebody, the session was found. */
let steps: string[] = [];

const loader = ({ context }: { context: RouterContextProvider }) => {
  const { viewer, frame } = context.get(hostContext);
  steps.push(`loaded for ${viewer?.user_id ?? 'a guest'}`);
  return { name: frame?.viewer?.user_firstname ?? 'guest', seq: frame?.lastEventSeq ?? null };
};
const Page = () => null;
const build = sampleBuild(
  {
    provide: (context: RouterContextProvider, host: Host) => context.set(hostContext, host),
    default: (_: Request, status: number, headers: Headers, { staticHandlerContext }: EntryContext) =>
      Response.json(staticHandlerContext.loaderData, { status, headers }),
  },
  {
    ahead: { id: 'ahead', path: 'ahead', module: { default: Page, loader, handle: { readAhead: true } } },
    plain: { id: 'plain', path: 'plain', module: { default: Page, loader } },
  },
);

let world: World;
let app: FastifyInstance;
beforeAll(async () => {
  // With limits, the session is looked up for them.
  world = await createWorld({ environment: { RATE_LIMITS: 'on' } });
  app = await createApp(world.services, { attach: async () => {}, build });
  const { sessions } = world.services;
  const find = sessions.identifyForPage.bind(sessions);
  vi.spyOn(sessions, 'identifyForPage').mockImplementation(async (token) => {
    const identity = await find(token);
    steps.push('found the session');
    return identity;
  });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

let anna: Actor;
beforeEach(async () => {
  anna = await world.user({ firstname: 'Анна' });
});

const get = (url: string, { token }: Actor) => app.inject({ url, headers: { cookie: `token=${token}` } });

async function open(path: string, actor: Actor): Promise<unknown> {
  steps = [];
  const { statusCode, body } = await get(path, actor);
  expect(statusCode).toBe(200);
  return Object.values(JSON.parse(body))[0];
}

const after = (id: number) => ['found the session', `loaded for ${id}`];
const ahead = (id: number) => [`loaded for ${id}`, 'found the session'];

test('a page is read for the reader whom its session had last while the session is looked up', async () => {
  const first = await open('/ahead', anna);
  expect(steps).toEqual(after(anna.id));
  for (let i = 0; i < 2; i++) {
    expect(await open('/ahead', anna)).toEqual(first);
    expect(steps).toEqual(ahead(anna.id));
  }
  const olga = await world.user({ firstname: 'Ольга' });
  expect(await open('/ahead', olga)).toEqual({ name: 'Ольга', seq: 0 });
  expect(steps).toEqual(after(olga.id));
});

test('a page whose loaders may leave a trace waits for the session', async () => {
  for (let i = 0; i < 2; i++) {
    await open('/plain', anna);
    expect(steps).toEqual(after(anna.id));
  }
});

test('what was read for a reader who has changed since does not count', async () => {
  const { db } = world.services;
  await open('/ahead', anna);
  await db.updateTable('users').set({ firstname: 'Анна-Мария' }).where('id', '=', anna.id).execute();
  expect(await open('/ahead', anna)).toEqual({ name: 'Анна-Мария', seq: 0 });
  expect(steps).toEqual([...ahead(anna.id), `loaded for ${anna.id}`]);
  await sql`insert into event_counters (user_id, seq) values (${anna.id}, 7)`.execute(db);
  expect(await open('/ahead', anna)).toEqual({ name: 'Анна-Мария', seq: 7 });
  expect(steps).toEqual([...ahead(anna.id), `loaded for ${anna.id}`]);
});

test('whose session has ended sees the page of a guest', async () => {
  await open('/ahead', anna);
  await world.services.sessions.endOthers(world.services.db, anna.id, null);
  const guest = { name: 'guest', seq: null };
  expect(await open('/ahead', anna)).toEqual(guest);
  expect(steps).toEqual([...ahead(anna.id), 'loaded for a guest']);
  expect(await open('/ahead', anna)).toEqual(guest);
  expect(steps).toEqual(['found the session', 'loaded for a guest']);
});

test('nothing is read for staff in vain', async () => {
  const staff = await world.user({ groups: ['manager'] });
  for (let i = 0; i < 2; i++) {
    await open('/ahead', staff);
    expect(steps).toEqual(after(staff.id));
  }
});

test('of requests that a limit refuses, the first alone reads anything', async () => {
  for (let i = 0; i < SESSION_REQUESTS_MAX - 1; i++) await get('/api/payments/subscribe', anna);
  await open('/ahead', anna);
  steps = [];
  for (let i = 0; i < 3; i++) expect((await get('/ahead', anna)).statusCode).toBe(429);
  expect(steps.filter((step) => step.startsWith('loaded'))).toEqual([`loaded for ${anna.id}`]);
});
