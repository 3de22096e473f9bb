import { ERRORS } from '@app/contract/platform/errors';
import fc from 'fast-check';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertDemoAds } from '../../src/market/ads/ads.public.ts';
import { rounds } from '../rounds.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import {
  bodyOf,
  encodeValue,
  hostile,
  hostileSegment,
  inputOf,
  KNOWN_IDS,
  rarely,
  type Schema,
  spellOut,
} from './hostile-input.ts';

/** Requests over the whole description; the same ones each time. Another seed comes with FUZZ_SEED. */
const REQUESTS = rounds(1_000, 20_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_191_121);
const LANES = 4;
const PATIENCE_MS = 600_000;
const BOUNDARY = 'okolo-fuzz';

interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query'; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

const ACTORS = ['nobody', 'person', 'subscriber', 'manager', 'superuser'] as const;
type Who = (typeof ACTORS)[number];

let world: World;
let operations: Operation[];
let actors: Record<Exclude<Who, 'nobody'>, Actor>;
let standIns: typeof actors;
let picture: Buffer;

beforeAll(async () => {
  world = await createWorld({ environment: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' } });
  const { db } = world.services;
  const owners: Actor[] = [];
  for (let i = 0; i < KNOWN_IDS; i++) owners.push(await world.user({ paid: i % 2 === 0 }));
  await db.transaction().execute((tx) =>
    insertDemoAds(
      tx,
      owners.map(({ id }, i) => ({
        owner_id: id,
        title: `Лодка ${i}`,
        description: 'Надувная',
        price_roubles: i * 100,
        category_id: (i % 12) + 1,
        country_id: null,
        city_id: null,
        created_at: new Date(),
        image_ids: [],
      })),
    ),
  );
  await sql`insert into comments (ad_id, user_id, message) select id, owner_id, 'Торг уместен' from ads order by id`.execute(
    db,
  );
  await sql`update ads set comments_count = 1`.execute(db);
  // Ids above the known ones, so that requests do not suspend or rename the actors.
  actors = await makeActors();
  standIns = await makeActors();
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a37' } })
    .png()
    .toBuffer();
  operations = await readOperations();
});

afterAll(() => world.close());

async function makeActors(): Promise<typeof actors> {
  return {
    person: await world.user(),
    subscriber: await world.user({ paid: true }),
    manager: await world.user({ groups: ['manager'] }),
    superuser: await world.user({ is_superuser: true }),
  };
}

async function readOperations(): Promise<Operation[]> {
  const { paths } = (await world.app.inject('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  };
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  // The calls of tus, WHIP and WHEP answer as their protocols say, and have hostile tests of their own.
  return all.filter(({ responses }) => responses['200']?.content?.['application/json']);
}

const endsSession = ({ method, path }: Operation): boolean => /logout|refresh/.test(path) || method === 'DELETE';

function requestTo(operation: Operation): fc.Arbitrary<Sent & { who: Who }> {
  return fc
    .record({
      who: fc.constantFrom(...ACTORS),
      url: addressOf(operation),
      body: bodyFor(operation),
      headers: strangeHeaders,
    })
    .map(({ who, url, body, headers }) => ({
      who,
      method: operation.method,
      url,
      ...body,
      headers: { ...headers, ...body.headers },
    }));
}

function addressOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const segments = path.split('/').map((part) => {
    if (!part.startsWith('{')) return fc.constant(part);
    const schema = parameters.find(({ name }) => `{${name}}` === part)?.schema ?? {};
    return fc.oneof(
      { weight: 3, arbitrary: inputOf(schema, part.slice(1, -1)).map(encodeValue) },
      { weight: 1, arbitrary: hostileSegment },
    );
  });
  const pair = ({ name, schema }: Operation['parameters'][number]) =>
    inputOf(schema, name).map((value) => `${name}=${encodeValue(value)}`);
  const known = parameters.filter((parameter) => parameter.in === 'query');
  const pairs = fc.tuple(...known.map((parameter) => fc.option(pair(parameter), { freq: 3 })));
  const strange = rarely(
    5,
    fc.oneof(
      fc.constantFrom(
        '__proto__[x]=1',
        'a[b][c]=1',
        '%ff=%ff',
        '&&&',
        '=',
        '%',
        'search=%E0%A4%A',
        'size=1&size=2&size=3',
      ),
      ...known.map((parameter) => fc.tuple(pair(parameter), pair(parameter)).map((both) => both.join('&'))),
      hostile.map((value) => `x=${encodeValue(value)}`),
    ),
  );
  return fc.tuple(fc.tuple(...segments), pairs, strange).map(([parts, given, odd]) => {
    const query = [...given, odd].filter((text) => text !== null && text !== undefined).join('&');
    return query === '' ? parts.join('/') : `${parts.join('/')}?${query}`;
  });
}

type Body = Pick<Sent, 'payload'> & { headers: Record<string, string> };

function bodyFor({ method, requestBody }: Operation): fc.Arbitrary<Body> {
  const none = fc.constant<Body>({ headers: {} });
  const schema = requestBody?.content['application/json']?.schema ?? {};
  const json = bodyOf(schema).map(
    (value): Body => ({ payload: JSON.stringify(value) ?? 'null', headers: { 'content-type': 'application/json' } }),
  );
  const broken = fc
    .tuple(
      fc.constantFrom(
        '',
        '{',
        '{"a":1,}',
        '[1',
        'null',
        '"x"',
        '\ufeff{}',
        '{"__proto__":1}',
        'a=1&a=2',
        '%',
        '\0',
        `[${'['.repeat(50_000)}`,
      ),
      fc.constantFrom(
        'application/json',
        'application/json; charset=utf-16',
        'text/plain',
        'text/html',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary=${BOUNDARY}`,
        'multipart/mixed; boundary=x',
        'image/png',
        ';',
        'application/json, text/plain',
      ),
    )
    .map(([payload, type]): Body => ({ payload, headers: { 'content-type': type } }));
  if (method === 'GET') return fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: broken });
  const form = bodyOf(schema).map(
    (value): Body => ({
      payload: Object.entries(Object(value) as object)
        .map(([name, field]) => `${name}=${encodeValue(field)}`)
        .join('&'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  );
  return fc.oneof(
    { weight: 10, arbitrary: json },
    { weight: 2, arbitrary: form },
    { weight: 2, arbitrary: multipart(requestBody?.content['multipart/form-data']?.schema ?? schema) },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: none },
  );
}

function multipart(schema: Schema): fc.Arbitrary<Body> {
  const file = fc.record({
    field: fc.constantFrom('photo', 'board_photo[]', 'board_photo', 'board_photo[7]', '__proto__', ''),
    name: fc.constantFrom('a.png', '', '../../a.png', 'я".png', 'a'.repeat(5000)),
    type: fc.constantFrom('image/png', 'text/html', 'application/octet-stream', 'nonsense'),
    bytes: fc.constantFrom('picture', '', '<svg onload=alert(1)>', 'GIF89a', '\0'.repeat(300)),
  });
  const shape = fc.record({
    values: bodyOf(schema),
    files: fc.array(file, { maxLength: 4 }),
    cut: rarely(4, fc.integer({ min: 1, max: 200 })),
  });
  return shape.map(({ values, files, cut }) => {
    const part = (head: string, bytes: Buffer): Buffer[] => [
      Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ];
    const chunks = [
      ...Object.entries(Object(values) as object).flatMap(([name, value]) =>
        part(
          `Content-Disposition: form-data; name="${name}"`,
          Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
        ),
      ),
      ...files.flatMap(({ field, name, type, bytes }) =>
        part(
          `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`,
          bytes === 'picture' ? picture : Buffer.from(bytes),
        ),
      ),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ];
    const whole = Buffer.concat(chunks);
    return {
      payload: cut === null ? whole : whole.subarray(0, Math.max(0, whole.length - cut)),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    };
  });
}

const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc
  .record({
    'idempotency-key': rarely(3, fc.constantFrom('a', 'b', 'c', 'я', '', 'x'.repeat(5000), '__proto__')),
    'accept-language': rarely(20, fc.constantFrom('ru', 'ko;q=0.5,*', ',,;q=x', 'q'.repeat(3000))),
    cookie: rarely(
      20,
      fc.constantFrom('lang=xx', 'token=; csrftoken=', 'token=%E0%A4%A; lang=en', 'a'.repeat(3000), 'grant=%00'),
    ),
    'x-csrftoken': rarely(20, fc.constantFrom('', 'x', 'я')),
    'sec-fetch-site': rarely(20, fc.constantFrom('same-origin', 'cross-site', 'nonsense')),
    origin: rarely(20, fc.constantFrom('null', 'http://', 'http://localhost:3000', 'x y')),
    'accept-encoding': rarely(20, fc.constantFrom('br', 'gzip;q=0', '*')),
  })
  .map((headers) =>
    Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null)),
  );

const seen = new Map<number, number>();

async function send(operation: Operation, { who, ...request }: Sent & { who: Who }): Promise<void> {
  const headers = { ...request.headers };
  const payload = typeof request.payload === 'string' ? spellOut(request.payload) : request.payload;
  if (who !== 'nobody') {
    headers.authorization = `Bearer ${endsSession(operation) ? await openStandIn(who) : actors[who].token}`;
  }
  const answer = await world.app.inject({ ...request, payload, method: request.method as 'GET', headers });
  seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1);
  expectDecent(answer.statusCode, answer.body);
}

/** Runs in a transaction, because the call that ends all other sessions may run at this moment. */
function openStandIn(who: Exclude<Who, 'nobody'>): Promise<string> {
  const { sessions, db } = world.services;
  const device = { ip: '127.0.0.1', userAgent: '' };
  return db.transaction().execute((tx) => sessions.create(tx, standIns[who].id, device));
}

/** Checks that a response is no server error, reveals no internals, and has a text to show. */
function expectDecent(status: number, body: string): void {
  if (status >= 500) throw new Error(`${status}: ${body}`);
  if (/node_modules|\.ts:\d|\.js:\d|\n\s+at |syntax error at|relation "/.test(body))
    throw new Error(`${status} tells of the inside: ${body.slice(0, 500)}`);
  const answer: unknown = JSON.parse(body);
  if (status < 300) return;
  const { message, code } = answer as { message?: unknown; code?: unknown };
  const isKnown =
    typeof code === 'string' && Object.hasOwn(ERRORS, code) && ERRORS[code as keyof typeof ERRORS] === status;
  if (!isKnown || typeof message !== 'string' || message === '' || message.startsWith('errors.')) {
    throw new Error(`${status} is no refusal of ours: ${body.slice(0, 500)}`);
  }
}

test(`${REQUESTS} hostile requests are answered or refused, and none breaks anything`, {
  timeout: PATIENCE_MS,
}, async () => {
  console.log(`fuzz seed ${SEED} over ${operations.length} operations`);
  const runs = Math.ceil(REQUESTS / operations.length);
  const waiting = [...operations];
  const broken: string[] = [];
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let operation = waiting.pop(); operation !== undefined; operation = waiting.pop()) {
        const target = operation;
        const property = fc.asyncProperty(requestTo(target), (request) => send(target, request));
        const result = await fc.check(property, {
          seed: SEED,
          numRuns: runs,
          interruptAfterTimeLimit: PATIENCE_MS / 4,
        });
        if (result.failed)
          broken.push(
            `${target.method} ${target.path}\n${String(result.errorInstance)}\n${fc.defaultReportMessage(result)}`,
          );
      }
    }),
  );
  expect(broken).toEqual([]);

  console.log(`answers by status ${JSON.stringify(Object.fromEntries([...seen].sort()))}`);
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThanOrEqual(REQUESTS);
  expect(seen.get(200)).toBeGreaterThan(REQUESTS / 10);
  for (const { id, token } of Object.values(actors)) {
    expect(await world.services.sessions.identify(token)).toMatchObject({ userId: id });
  }
});
