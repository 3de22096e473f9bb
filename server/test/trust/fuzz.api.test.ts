import { ERRORS } from '@app/contract/platform/errors';
import type { Feature } from '@app/contract/platform/features';
import { operationsApi } from '@app/contract/staff/operations';
import fc from 'fast-check';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertDemoAds } from '../../src/market/ads/ads.public.ts';
import { rounds } from '../rounds.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { KNOWN_IDS } from './hostile/hostile-input.ts';
import {
  endsSession,
  type HostileRequest,
  type Operation,
  operationsOf,
  requestTo,
  type Sender,
} from './hostile/hostile-requests.ts';

/** Requests over the whole description; the same ones each time. Another seed comes with FUZZ_SEED. */
const REQUESTS = rounds(200, 20_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_191_121);
const LANES = 4;
const PATIENCE_MS = 600_000;

let world: World;
let operations: Operation[];
let actors: Record<Exclude<Sender, 'nobody'>, Actor>;
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
  const all = operationsOf((await world.app.inject('/api/openapi.json')).json());
  // The calls of tus, WHIP and WHEP answer as their protocols say, and have hostile tests of their own.
  return all.filter(({ responses }) => responses['200']?.content?.['application/json']);
}

const seen = new Map<number, number>();

async function send(operation: Operation, { who, ...request }: HostileRequest): Promise<void> {
  const headers = { ...request.headers };
  if (who !== 'nobody') {
    headers.authorization = `Bearer ${endsSession(operation) ? await openStandIn(who) : actors[who].token}`;
  }
  const answer = await world.app.inject({ ...request, method: request.method as 'GET', headers });
  seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1);
  expectDecent(answer.statusCode, answer.body);
  const { method, path } = operationsApi.setFeature;
  if (answer.statusCode === 200 && operation.method === method && operation.path === path) {
    // What staff switched off would hide what is behind it.
    const { feature } = answer.json<{ feature: Feature }>();
    await world.call(actors.superuser, operationsApi.setFeature, { body: { feature, is_on: 1 } });
  }
}

/** Runs in a transaction, because the call that ends all other sessions may run at this moment. */
function openStandIn(who: Exclude<Sender, 'nobody'>): Promise<string> {
  const { sessions, db } = world.services;
  const device = { ip: '127.0.0.1', userAgent: '' };
  return db.transaction().execute((tx) => sessions.create(tx, standIns[who].id, device));
}

/** Checks that a response is no server error, reveals no internals, and has a text to show. */
function expectDecent(status: number, body: string): void {
  if (status >= 500 && !body.includes('"code":"feature_off"')) throw new Error(`${status}: ${body}`);
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
        const property = fc.asyncProperty(requestTo(target, picture), (request) => send(target, request));
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
