// @module-tag long

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SessionService } from '../../src/people/auth/sessions.ts';
import { findPresence } from '../../src/people/presence/presence.public.ts';
import { insertDemoUsers } from '../../src/people/users/users.public.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/database/open-database.ts';
import { prepareDatabase } from '../../src/platform/database/prepare-database.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { findFreePort } from '../free-port.ts';
import { type RedisPeer, startRedisPeer } from '../redis-peer.ts';
import { sampleUser } from '../sample-user.ts';
import { openSocket } from '../socket-client.ts';
import type { Actor } from '../world.ts';
import { createDataDir, ensureSiteBuilt, type RunningNode, startNode } from './running-node.ts';

const PATIENCE_MS = 240_000;
const PEOPLE = 4;
const POLL = { timeout: 60_000, interval: 100 };

const log = pino({ level: 'silent' });

let dataDir: string;
let remove: () => Promise<void>;
let postgres: EmbeddedPostgres;
let database: OpenDatabase<Database>;
let databaseUrl: string;
let redis: RedisPeer;
let people: Actor[];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  await ensureSiteBuilt();
  ({ dataDir, remove } = await createDataDir());
  redis = await startRedisPeer();
  await startDatabase();
  await prepareDatabase(postgres.connection, log);
  people = await makePeople();
}, PATIENCE_MS);

afterAll(async () => {
  await database?.close();
  await postgres?.stop();
  await redis?.kill();
  await remove?.();
}, PATIENCE_MS);

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
}, PATIENCE_MS);

async function startDatabase(): Promise<void> {
  postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log });
  const { host, port, user, database: name } = postgres.connection;
  databaseUrl = `postgres://${user}@localhost/${name}?host=${host}&port=${port}`;
  database ??= openDatabase<Database>(postgres.connection, { max: 4, log });
}

async function makePeople(): Promise<Actor[]> {
  const { pool, db } = database;
  const rows = Array.from({ length: PEOPLE }, (_, i) => sampleUser(`hears${i}`, `+7900100000${i}`));
  const ids = await db.transaction().execute((tx) => insertDemoUsers(tx, rows));
  const sessions = new SessionService({ pool, db, clock: () => new Date(), isStaffStrong: false });
  return Promise.all(
    ids.map(async (id, i) => ({
      id,
      login: `hears${i}`,
      token: await sessions.create(db, id, { ip: '127.0.0.1', userAgent: 'test' }),
    })),
  );
}

async function prepareNode(redisUrl: string | undefined): Promise<{ start(): Promise<RunningNode>; origin: string }> {
  const port = await findFreePort();
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(dataDir, `node-${port}`),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ADMIN_PASSWORD: 'parol-admina-1',
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
  };
  return { start: () => startNode({ environment, roles: ['web'] }), origin: `http://127.0.0.1:${port}` };
}

function startWriter(redisUrl: string | undefined): ChildProcess {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [path.join(import.meta.dirname, 'event-writer.ts')], {
    env: {
      PATH,
      DATABASE_URL: databaseUrl,
      DATA_DIR: path.join(dataDir, 'writer'),
      PEOPLE: JSON.stringify(people.map(({ id }) => id)),
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    },
    stdio: 'ignore',
  });
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

interface Reader {
  heard: number[];
  limits: number;
  breaks: number;
  last(): number;
  stop(): Promise<void>;
}

/** A client that reconnects with the last received number, to another node each time. */
function read(actor: Actor, origins: readonly string[]): Reader {
  let isStopped = false;
  let current: Awaited<ReturnType<typeof openSocket>> | undefined;
  const reader: Reader = {
    heard: [],
    limits: 0,
    breaks: 0,
    last: () => Number(current?.received.findLast(({ type }) => type === 'test')?.seq ?? reader.heard.at(-1) ?? 0),
    stop: async () => {},
  };

  async function keepReading(): Promise<void> {
    let seq = 0;
    for (let at = 0; !isStopped; at++) {
      const origin = origins[at % origins.length] ?? '';
      const socket = await openSocket(origin, `/ws/notifications/${actor.id}/?after=${seq}`, { actor });
      current = socket;
      if (isStopped) socket.close();
      // An unanswered heartbeat means that the socket is dead.
      const isAlive = watchBeats(socket);
      await Promise.race([socket.closed, isAlive]);
      socket.close();
      for (const event of socket.received) {
        if (event.type === 'limited') reader.limits += 1;
        if (event.type !== 'test') continue;
        seq = Number(event.seq);
        reader.heard.push(seq);
      }
      reader.breaks += 1;
      await sleep(100 + Math.random() * 200);
    }
  }

  const done = keepReading();
  reader.stop = async () => {
    isStopped = true;
    current?.close();
    await done;
  };
  return reader;
}

/** Resolves when a heartbeat was not answered. */
async function watchBeats(socket: Awaited<ReturnType<typeof openSocket>>): Promise<void> {
  for (let beats = 0; socket.isOpen(); beats++) {
    socket.send({ type: 'beat' });
    for (let i = 0; i < 40 && socket.isOpen(); i++) {
      await sleep(50);
      if (socket.received.filter(({ type }) => type === 'beat').length > beats) break;
    }
    if (socket.isOpen() && socket.received.filter(({ type }) => type === 'beat').length <= beats) return;
    await sleep(500);
  }
  await socket.closed;
}

async function heads(): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0) as seq from unnest(${people.map(({ id }) => id)}::bigint[]) as asked (id)
    left join user_events on user_id = asked.id group by asked.id order by asked.id`.execute(database.db);
  return rows.map(({ seq }) => seq);
}

const whole = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

async function restartDatabase(): Promise<void> {
  await postgres.stop();
  await sleep(4000);
  await startDatabase();
}

async function surviveEverything(isRedis: boolean): Promise<void> {
  await database.db.deleteFrom('user_events').execute();
  await database.db.deleteFrom('event_counters').execute();
  const redisUrl = isRedis ? redis.url : undefined;
  const [first, second] = [await prepareNode(redisUrl), await prepareNode(redisUrl)];
  let nodes: RunningNode[] = await Promise.all([first.start(), second.start()]);
  let writers = [startWriter(redisUrl), startWriter(redisUrl)];
  stops.push(async () => {
    for (const writer of writers) writer.kill('SIGKILL');
    for (const node of nodes) await node.end('SIGKILL');
  });
  const origins = [first.origin, second.origin];
  const readers = people.flatMap((actor) => [read(actor, origins), read(actor, origins.toReversed())]);
  await sleep(1500);

  await nodes[0]?.end('SIGKILL');
  await sleep(1500);
  nodes = [await first.start(), ...nodes.slice(1)];
  await sleep(500);
  for (let i = 0; i < 3; i++) {
    const [writer, ...others] = writers;
    if (writer !== undefined) await kill(writer);
    writers = [...others, startWriter(redisUrl)];
    await sleep(700);
  }
  if (isRedis) {
    await redis.kill();
    await sleep(3000);
    await redis.revive();
  }
  const still = nodes[1];
  if (still !== undefined) process.kill(still.pid, 'SIGSTOP');
  await sleep(5000);
  if (still !== undefined) process.kill(still.pid, 'SIGCONT');
  await sleep(1500);
  await restartDatabase();
  await sleep(4000);

  for (const writer of writers) await kill(writer);
  const told = await heads();
  expect(Math.min(...told)).toBeGreaterThan(100);
  await expect
    .poll(async () => {
      const found = await findPresence(
        database.db,
        people.map(({ id }) => id),
      );
      return [...found.values()].map(({ online }) => online);
    }, POLL)
    .toEqual(Array(PEOPLE).fill(true));
  await sleep(6000);
  const ends = readers.map((_, i) => told[Math.floor(i / 2)] ?? 0);
  await expect.poll(() => readers.map((reader) => reader.last()), POLL).toEqual(ends);
  for (const reader of readers) await reader.stop();

  for (const [i, reader] of readers.entries()) {
    expect(reader.heard).toEqual(whole(ends[i] ?? 0));
    expect(reader.limits).toBe(0);
    expect(reader.breaks).toBeGreaterThan(1);
  }
  await expect
    .poll(async () => {
      const found = await findPresence(
        database.db,
        people.map(({ id }) => id),
      );
      return [...found.values()].some(({ online }) => online);
    }, POLL)
    .toBe(false);
}

test(
  'whatever dies, everybody hears everything once and in order: nodes that tell each other through PostgreSQL',
  () => surviveEverything(false),
  PATIENCE_MS,
);

test(
  'whatever dies, everybody hears everything once and in order: nodes that tell each other through Redis',
  () => surviveEverything(true),
  PATIENCE_MS,
);
