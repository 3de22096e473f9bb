import { paymentsApi } from '@app/contract/money/payments';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { ERRORS } from '@app/contract/platform/errors';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpointName } from '../../src/platform/http/bind.ts';
import { changesState } from '../../src/platform/http/guards.ts';
import { furthermore } from '../rounds.ts';
import { type Actor, addressOf, createWorld, encodeBody, type TestCall, type World } from '../world.ts';
import { MATRIX, OTHER_ROUTES } from './matrix.ts';
import { ACTORS, type ActorKind, NOBODY, OTHER_USERS, type Row } from './row.ts';
import { createStage, type Scene, type Stage } from './scene.ts';

const VERBS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

let world: World;
let stage: Stage;
/** An application with pages, none of which are rendered. */
let withPages: FastifyInstance;

beforeAll(async () => {
  world = await createWorld();
  stage = await createStage(world);
  withPages = await createApp(world.services, {
    attach: async () => {},
    build: () => Promise.reject(new Error('no page is asked for here')),
  });
  await withPages.ready();
});

afterAll(async () => {
  await withPages.close();
  await world.close();
});

const endpoints = (): AnyEndpoint[] => [...world.app.endpoints.values()].map(({ endpoint }) => endpoint);
const spellings = ({ path, aliases = [] }: AnyEndpoint): string[] => [path, ...aliases];

describe('every route is known', () => {
  test('every endpoint has a row in the matrix, and every row an endpoint', () => {
    const rows = new Set(MATRIX.map(({ endpoint }) => endpointName(endpoint)));
    expect([...rows].sort()).toEqual([...world.app.endpoints.keys()].sort());
  });

  test('every route outside the contract is listed with what keeps it harmless', async () => {
    const contract = new Set(
      endpoints().flatMap((endpoint) => spellings(endpoint).map((path) => `${endpoint.method} ${toRoute(path)}`)),
    );
    const others = routesOf(withPages.printRoutes()).filter((route) => !contract.has(route));
    expect(others.sort()).toEqual(Object.keys(OTHER_ROUTES).sort());
  });
});

const toRoute = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

function routesOf(tree: string): string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((text) => {
    const [, indent = '', part = '', methods] = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(text) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    parents.length = depth;
    parents[depth] = `${parents[depth - 1] ?? ''}${part}`;
    return (methods?.split(', ') ?? [])
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${parents[depth]}`);
  });
}

describe('who may call', () => {
  test('a change is noticed, and no update that leaves everything as it was', async () => {
    const { db } = world.services;
    const before = await stage.lastChange();
    await sql`update countries set phone_code = phone_code`.execute(db);
    expect(await stage.lastChange()).toBe(before);
    await sql`update countries set phone_code = phone_code || '0' where id = 1`.execute(db);
    expect(await stage.lastChange()).toMatch(/^\d+ UPDATE countries$/);
    const { rows } = await sql<{ id: number }>`insert into cities (name_en, name_native, search_names, country_id)
      values ('Nowhere', 'Нигде', '|nowhere|', 1) returning id`.execute(db);
    expect(await stage.lastChange()).toMatch(/^\d+ INSERT cities$/);
    await sql`delete from cities where id = ${rows[0]?.id}`.execute(db);
    expect(await stage.lastChange()).toMatch(/^\d+ DELETE cities$/);
    await sql`update countries set phone_code = left(phone_code, -1) where id = 1`.execute(db);
  });

  test.each(MATRIX)('$case', async (row) => {
    const outcomes: Partial<Record<ActorKind, string>> = {};
    const refused = ACTORS.filter((kind) => row.who[kind] !== 'ok');
    const allowed = ACTORS.filter((kind) => row.who[kind] === 'ok');
    // What changes nothing leaves the scene to the next caller: a refused call, and one that only reads.
    const shared = await prepareScene(row);
    const calls = [];
    for (const kind of refused) calls.push(await prepareCall(kind, shared));
    const before = refused.length > 0 ? await stage.lastChange() : '';
    for (const call of calls) outcomes[call.kind] = await knock(row, call);
    if (refused.length > 0) expect.soft(await stage.lastChange(), 'a refused call changed something').toBe(before);
    for (const kind of allowed) {
      const scene = changesState(row.endpoint) ? await prepareScene(row) : shared;
      outcomes[kind] = await knock(row, await prepareCall(kind, scene));
      if (changesState(row.endpoint)) stage.endSession(kind);
    }
    expect(outcomes).toEqual(row.who);
  });
});

interface PreparedScene {
  scene: Scene;
  input: TestCall<AnyEndpoint>;
}

interface PreparedCall extends PreparedScene {
  kind: ActorKind;
  actor: Actor | null;
}

async function prepareScene(row: Row): Promise<PreparedScene> {
  const scene = await stage.scene();
  return { scene, input: await row.input(scene) };
}

async function prepareCall(kind: ActorKind, prepared: PreparedScene): Promise<PreparedCall> {
  return { ...prepared, kind, actor: await stage.actor(kind, prepared.scene) };
}

/** Tests one cell of the matrix: the outcome, and that the response contains no secrets. */
async function knock(row: Row, { kind, scene, actor, input }: PreparedCall): Promise<string> {
  const { statusCode, body } = await world.call(actor, row.endpoint, input);
  expectNoSecrets(JSON.stringify(body), kind, scene);
  if (statusCode === 200) return 'ok';
  const { code, message } = body as { code: keyof typeof ERRORS; message: string };
  expect
    .soft({ kind, statusCode, message })
    .toEqual({ kind, statusCode: ERRORS[code], message: expect.stringMatching(/\S/) });
  return code;
}

function expectNoSecrets(answer: string, kind: ActorKind, { secrets, phone }: Scene): void {
  if (!NOBODY.includes(kind) && !OTHER_USERS.includes(kind)) return;
  for (const secret of secrets) expect.soft(answer, `${kind} reads ${secret}`).not.toContain(secret);
  if (!NOBODY.includes(kind)) return;
  expect.soft(answer.replace(/[\s()+-]/g, ''), `${kind} reads the phone`).not.toContain(phone);
}

describe('calls that change something', () => {
  // The same guard stands before every case of an endpoint.
  const changing = [...new Map(MATRIX.map((row) => [endpointName(row.endpoint), row])).values()].filter(
    ({ endpoint }) => changesState(endpoint),
  );

  async function prepare({ endpoint, input: makeInput }: Row) {
    const scene = await stage.scene();
    const input = await makeInput(scene);
    stage.endSession('superuser');
    const actor = await stage.actor('superuser', scene);
    const { payload, headers: bodyHeaders } = encodeBody(input);
    return async (headers: Record<string, string>) => {
      const response = await world.app.inject({
        method: endpoint.method,
        url: addressOf(endpoint, input),
        headers: { ...bodyHeaders, ...fill(headers, actor?.token ?? '') },
        payload,
      });
      return { status: response.statusCode, code: (response.json() as { code?: string } | null)?.code };
    };
  }
  const fill = (headers: Record<string, string>, token: string): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('TOKEN', token)]));
  const csrf = { status: 403, code: 'csrf' };
  const crossSite = { status: 403, code: 'cross_site' };

  test.each(changing)(
    '$case: another site’s page cannot start it, and a cookie needs the CSRF token beside it',
    async (row) => {
      const send = await prepare(row);
      const cookie = { cookie: 'token=TOKEN; csrftoken=abc', 'x-csrftoken': 'abc' };
      const withoutToken: Record<string, string>[] = [
        { cookie: 'token=TOKEN; csrftoken=abc', 'x-csrftoken': 'abd' },
        ...furthermore<Record<string, string>>(
          { cookie: 'token=TOKEN' },
          { cookie: 'token=TOKEN; csrftoken=abc' },
          { cookie: 'token=TOKEN; csrftoken=', 'x-csrftoken': '' },
        ),
      ];
      for (const headers of withoutToken) expect.soft(await send(headers)).toEqual(csrf);
      const elsewhere: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        ...furthermore<Record<string, string>>(
          { 'sec-fetch-site': 'same-site' },
          { origin: 'null' },
          { 'sec-purpose': 'prefetch' },
          { 'sec-purpose': 'prefetch;prerender' },
        ),
      ];
      for (const headers of elsewhere) {
        for (const who of [cookie, ...furthermore({})]) {
          expect.soft(await send({ ...who, ...headers })).toEqual(crossSite);
        }
      }
      const bearer = await send({ authorization: 'Bearer TOKEN' });
      expect.soft(['csrf', 'cross_site']).not.toContain(bearer.code);
      const own = { origin: world.services.config.publicUrl, 'sec-fetch-site': 'same-origin' };
      for (const headers of furthermore({ ...cookie, ...own })) {
        const sendToAnother = await prepare(row);
        expect.soft(await sendToAnother(headers)).toEqual(bearer);
      }
    },
  );

  test('a payment is not started by a page that was fetched ahead, nor by another site’s picture or frame', async () => {
    const { owner } = await stage.scene();
    const open = async (headers: Record<string, string>) =>
      (await world.app.inject({ url: `/mobile/pay/${owner.id}`, headers })).statusCode;
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    const refused: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch' },
      { purpose: 'prefetch' },
      { ...elsewhere, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { ...elsewhere, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { ...elsewhere, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    ];
    for (const headers of refused) {
      expect.soft({ headers, status: await open(headers) }).toEqual({ headers, status: 403 });
    }
    const history = async () => (await world.call(owner, paymentsApi.history)).body.payments.length;
    expect(await history()).toBe(0);

    expect(await open({ ...elsewhere, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBe(302);
    expect(await history()).toBe(1);
  });
});

describe('addresses', () => {
  test('every spelling of an address answers alike', async () => {
    for (const row of MATRIX.filter(({ endpoint }) => endpoint.aliases !== undefined)) {
      for (const path of spellings(row.endpoint)) {
        const scene = await stage.scene();
        const { statusCode, body } = await world.call(null, { ...row.endpoint, path }, await row.input(scene));
        const outcome = statusCode === 200 ? 'ok' : body.code;
        expect.soft({ path, case: row.case, outcome }).toEqual({ path, case: row.case, outcome: row.who.anonymous });
      }
    }
  });

  test('a wrong verb on a known address is refused with the list of the right ones', async () => {
    const contract = endpoints().flatMap((endpoint) => spellings(endpoint).map((path) => ({ ...endpoint, path })));
    const others = Object.keys(OTHER_ROUTES).flatMap((route) => {
      const [method = '', path = ''] = route.split(' ');
      return path.startsWith('/api/') && !path.endsWith('/*')
        ? [{ method, path: path.replace(/:(\w+)/g, '{$1}') }]
        : [];
    });
    const known = [...contract, ...others].map(({ method, path }) => ({
      method,
      url: path.replace(/\{\w+\}/g, '7'),
      // `/api/users/referral` also matches `/api/users/{id}`.
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }));
    for (const url of new Set(known.map((route) => route.url))) {
      const methods = new Set<string>(known.filter(({ pattern }) => pattern.test(url)).map(({ method }) => method));
      // HEAD of an upload does not read the file; the chat export has no HEAD.
      const isHeaded = (methods.has('GET') && url !== '/api/chat/7/export') || url === '/api/uploads/7';
      const allowed = [...methods, ...(isHeaded ? ['HEAD'] : [])].sort().join(', ');
      for (const method of VERBS.filter((verb) => !methods.has(verb))) {
        for (const address of [url, ...furthermore(`${url}/`, `${url}?x=1`)]) {
          const response = await world.app.inject({ method, url: address });
          const { code } = response.json() as { code: string };
          expect
            .soft({ method, address, status: response.statusCode, code, allow: response.headers.allow })
            .toEqual({ method, address, status: 405, code: 'method_not_allowed', allow: allowed });
        }
      }
    }
  });

  test('no page is an answer to a call: unknown addresses and wrong verbs of the API are refused as such', async () => {
    const ask = async (url: string) => {
      const response = await withPages.inject({ url, headers: { accept: 'text/html' } });
      return { status: response.statusCode, code: response.json().code, allow: response.headers.allow };
    };
    expect(await ask('/api/auth')).toEqual({ status: 405, code: 'method_not_allowed', allow: 'POST' });
    expect(await ask('/api/uploads/7')).toEqual({
      status: 405,
      code: 'method_not_allowed',
      allow: 'DELETE, HEAD, PATCH',
    });
    expect(await ask('/api/boards/image/7')).toEqual({ status: 405, code: 'method_not_allowed', allow: 'DELETE, PUT' });
    for (const url of ['/api', '/api/', '/api?x', '/api/nothing', '/assets/gone.js', '/feeds/user/1']) {
      expect({ url, ...(await ask(url)) }).toEqual({ url, status: 404, code: 'not_found', allow: undefined });
    }
  });
});
