import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { hashToken } from '../../server/src/people/auth/tokens.ts';
import { generateReferralCode } from '../../server/src/people/users/referral-code.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { prepareDatabase } from '../../server/src/platform/database/prepare-database.ts';
import { median } from '../load.ts';
import type { Row } from '../report.ts';
import { type SocketChild, startSocketChild, type Usage } from '../socket-child.ts';

const SOCKETS = 10_000;
const ROUNDS = 9;
const BURSTS = [1, 10] as const;
const TEXT = JSON.stringify({ type: 'comment', action: 'added', id: 123_456, count: 17, reply_to: null });
const FAN = 1000;
const FAN_BURST = 50;
const FAN_MIN = 200_000;
const FRAME_BYTES = Buffer.byteLength(TEXT) + 2;
const MEMORY_LIMIT_KB = 40;
const IDLE_SECONDS = 20;

const log = pino({ level: 'error' });

interface Side {
  server: SocketChild;
  clients: SocketChild;
  memoryKb: number;
  heapKb: number;
}

/**
 * Compares ten thousand idle sockets of ten thousand users on one node, and a broadcast to all of them, with bare `ws`.
 */
export const measureSockets = (folder: string): Promise<Row[]> =>
  withPeople(folder, async (options, people) => [
    ...(await measureBroadcast(options, people)),
    ...(await measureIdle(options, people)),
  ]);

export const measureFan = (folder: string): Promise<Row[]> =>
  withPeople(folder, async (options, people) => [await measureFanOut(options, people.slice(0, FAN))]);

async function withPeople(
  folder: string,
  measure: (options: object, people: readonly Person[]) => Promise<Row[]>,
): Promise<Row[]> {
  const home = await mkdtemp(path.join(folder, 'sockets-'));
  await chmod(home, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(home, 'postgres'), log });
  try {
    await prepareDatabase(postgres.connection, log);
    const people = await createUsers(postgres.connection);
    return await measure({ connection: postgres.connection, dataDir: home }, people);
  } finally {
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  }
}

interface Person {
  id: number;
  token: string;
}

async function createUsers(connection: pg.PoolConfig): Promise<Person[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const tokens = Array.from({ length: SOCKETS }, () => randomBytes(32).toString('base64url'));
    const { rows } = await client.query<{ id: string }>(
      `insert into users (login, password_hash, firstname, lastname, email, phone, referral_code, status, registered_at)
       select 'socket' || n, 'x', 'A', 'B', 'socket' || n || '@example.com', '+7900' || lpad(n::text, 7, '0'),
         ($2::text[])[n], 'active', now()
       from generate_series(1, $1) as n returning id`,
      [SOCKETS, Array.from({ length: SOCKETS }, generateReferralCode)],
    );
    const ids = rows.map(({ id }) => Number(id));
    await client.query(
      `with made as (
         insert into sessions (user_id, token_family, created_at, last_seen_at, expires_at, user_agent, ip)
         select id, '\\x00', now(), now(), now() + interval '1 day', 'bench', '127.0.0.1' from unnest($1::bigint[]) as id
         returning id, user_id)
       insert into session_tokens (hash, session_id, created_at)
       select given.hash, made.id, now() from made
       join unnest($1::bigint[], $2::bytea[]) as given (user_id, hash) using (user_id)`,
      [ids, tokens.map((token) => hashToken(token))],
    );
    await client.query(
      `insert into ads (id, owner_id, title, description, price_roubles, created_at)
       overriding system value values (1, $1, 'Bench', 'Bench', 1, now())`,
      [ids[0]],
    );
    await client.query('analyze');
    return ids.map((id, i) => ({ id, token: tokens[i] ?? '' }));
  } finally {
    await client.end();
  }
}

async function openSide(file: string, options: object, requests: { path: string; token: string }[]): Promise<Side> {
  const server = await startSocketChild(file, options);
  const clients = await startSocketChild('socket-clients.ts', {});
  const { port } = await server.request<{ port: number }>({ is: 'port' });
  await clients.request({ is: 'open', port, requests: requests.slice(0, 100) });
  const before = await server.request<Usage>({ is: 'usage' });
  await clients.request({ is: 'open', port, requests: requests.slice(100) });
  await sleep(3000);
  const after = await server.request<Usage>({ is: 'usage' });
  const each = (bytes: number): number => bytes / 1024 / (requests.length - 100);
  return { server, clients, memoryKb: each(after.rss - before.rss), heapKb: each(after.heap - before.heap) };
}

async function openSides(options: object, people: readonly Person[]): Promise<{ bare: Side; ours: Side }> {
  const at = (path: string) => people.map(({ token }) => ({ path, token }));
  return {
    bare: await openSide('bare-sockets.ts', {}, at('/')),
    ours: await openSide('our-sockets.ts', options, at('/ws/ads/1/')),
  };
}

async function measureFanOut(options: object, people: readonly Person[]): Promise<Row> {
  const { bare, ours } = await openSides(options, people);
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const rate = async (side: Side): Promise<number> =>
      (FAN * FAN_BURST * 1000) / (await timeBroadcast(side, FAN_BURST, FAN));
    const pair =
      round % 2 === 0
        ? { ours: await rate(ours), theirs: await rate(bare) }
        : { theirs: await rate(bare), ours: await rate(ours) };
    if (round > 0) rounds.push(pair);
  }
  for (const side of [ours, bare]) for (const child of [side.clients, side.server]) await child.stop();
  const of = (which: 'ours' | 'theirs'): number => median(rounds.map((round) => round[which]));
  const show = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`;
  return {
    what: `Deliveries to ${FAN.toLocaleString('en')} sockets, ${FAN_BURST} events at once, until the last has heard`,
    against: 'bare ws, send to each',
    ours: show(of('ours')),
    theirs: show(of('theirs')),
    figure: show(of('ours')),
    limit: `≥ ${show(FAN_MIN)}`,
    isMet: of('ours') >= FAN_MIN,
  };
}

async function measureBroadcast(options: object, people: readonly Person[]): Promise<Row[]> {
  const { bare, ours } = await openSides(options, people);
  const rows: Row[] = [];
  for (const burst of BURSTS) {
    const times: { ours: number; theirs: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const sides = round % 2 === 0 ? [ours, bare] : [bare, ours];
      const taken = new Map<Side, number>();
      for (const side of sides) taken.set(side, await timeBroadcast(side, burst));
      if (round > 0) times.push({ ours: taken.get(ours) ?? 0, theirs: taken.get(bare) ?? 0 });
    }
    const ratio = median(times.map(({ ours: mine, theirs }) => theirs / mine));
    const show = (which: 'ours' | 'theirs'): string => `${Math.round(median(times.map((time) => time[which])))} ms`;
    rows.push({
      what: `${burst === 1 ? 'An event' : `${burst} events at once`} told to ${SOCKETS.toLocaleString('en')} sockets, until the last has heard`,
      against: 'bare ws, send to each',
      ours: show('ours'),
      theirs: show('theirs'),
      figure: `${Math.round(ratio * 100)} %`,
      limit: '≥ 100 %',
      isMet: ratio >= 1,
    });
  }
  for (const side of [ours, bare]) for (const child of [side.clients, side.server]) await child.stop();
  return [...rows, memoryRow('an open ad', ours, bare)];
}

async function timeBroadcast({ server, clients }: Side, burst: number, sockets = SOCKETS): Promise<number> {
  await clients.request({ is: 'reset' });
  const begin = performance.now();
  const all = clients.request<{ heard: number }>({ is: 'until', bytes: FRAME_BYTES * sockets * burst });
  await server.request({ is: 'broadcast', texts: Array.from({ length: burst }, () => TEXT) });
  const { heard } = await all;
  if (heard < FRAME_BYTES * sockets * burst) throw new Error(`Only ${heard} bytes were heard`);
  return performance.now() - begin;
}

let bareMemory: Side | undefined;

async function measureIdle(options: object, people: readonly Person[]): Promise<Row[]> {
  const ours = await openSide(
    'our-sockets.ts',
    options,
    people.map(({ id, token }) => ({ path: `/ws/notifications/${id}/?after=`, token })),
  );
  await ours.server.request({ is: 'usage' });
  const before = await ours.server.request<Usage>({ is: 'usage' });
  await sleep(IDLE_SECONDS * 1000);
  const after = await ours.server.request<Usage>({ is: 'usage' });
  for (const child of [ours.clients, ours.server]) await child.stop();
  const share = (after.cpuMicroseconds - before.cpuMicroseconds) / (IDLE_SECONDS * 1e6);
  return [
    ...(bareMemory === undefined ? [] : [memoryRow('a bell', ours, bareMemory)]),
    {
      what: `Processor time of a node with ${SOCKETS.toLocaleString('en')} idle bells: sessions each second, heartbeats, presence`,
      against: '',
      ours: '',
      theirs: '',
      figure: `${(share * 100).toFixed(1)} % of a core`,
      limit: '',
      isMet: true,
    },
  ];
}

function memoryRow(what: string, ours: Side, bare: Side): Row {
  bareMemory = bare;
  const show = ({ memoryKb, heapKb }: Side): string => `${memoryKb.toFixed(1)} KB (heap ${heapKb.toFixed(1)})`;
  return {
    what: `Memory of an idle socket, ${what}, of ${SOCKETS.toLocaleString('en')} people`,
    against: 'bare ws',
    ours: show(ours),
    theirs: show(bare),
    figure: `${ours.memoryKb.toFixed(1)} KB`,
    limit: `≤ ${MEMORY_LIMIT_KB} KB`,
    isMet: ours.memoryKb <= MEMORY_LIMIT_KB,
  };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
