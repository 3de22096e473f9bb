import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { Kysely } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { buildServices } from '../../server/src/build-services.ts';
import { sendMessage } from '../../server/src/messaging/chat/messages/send-message.ts';
import { SessionService } from '../../server/src/people/auth/sessions.ts';
import { parseConfig } from '../../server/src/platform/config.ts';
import { CommitDialect } from '../../server/src/platform/database/commit-work.ts';
import { readPid } from '../../server/src/platform/database/embedded/postgres-process.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database } from '../../server/src/platform/database/tables.ts';
import type { SignedInViewer } from '../../server/src/platform/http/viewer.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import type { BenchDatabases } from '../databases.ts';
import { createCaller } from '../load/call.ts';
import { processorTime } from '../load/processor-time.ts';
import { spreadOf } from '../load/timing.ts';
import { compare, median } from '../load.ts';
import { CHATS, LONG, QUIET, SHORT, TALKERS } from '../many-messages.ts';
import { recordStatements, type Statement } from '../one-reader.ts';
import type { OurServerOptions } from '../our-server.ts';
import type { OurSocketsOptions } from '../our-sockets.ts';
import type { Row } from '../report.ts';
import { type SocketChild, startSocketChild, type Usage } from '../socket-child.ts';
import { GROWTH_SHARE_MIN, toRow } from './speed-rows.ts';

const SEEN_ROUNDS = 9;
const SEEN_MESSAGES = 100;
const SEEN_MAX_MS = 100;
/** Number of chats that are written to concurrently, each sequentially. */
const LANES = 16;
const SENT_ROUNDS = 5;
const SENT_MS = 1500;
const SENT_SHARE_MIN = 0.5;
const MEMORY_MAX_MB = 20;
const OPENED = 60;
/** Server's share in milliseconds; the browser has as much again. */
const OPENING_MAX_MS = 300;
const WALKED_PAGE = 100;
const TEXT = 'Здравствуйте! Ещё продаёте? Могу забрать сегодня вечером.';

const log = pino({ level: 'warn' });

interface Talker {
  id: number;
  token: string;
}

export async function measureChat(databases: BenchDatabases, folder: string): Promise<Row[]> {
  const connection = await databases.connect('chat');
  const talkers = await signIn(connection);
  const dataDir = `${folder}/chat`;
  const server = await startServer(connection, dataDir);
  try {
    const postgres = path.join(folder, 'postgres/postmaster.pid');
    const opening = await measureOpening(server, talkers(TALKERS).token, postgres);
    return [opening, ...(await measureNode(connection, dataDir, talkers))];
  } finally {
    await server.stop();
  }
}

/** What long dialogs and many of them change. */
export async function measureChatGrowth(databases: BenchDatabases, folder: string): Promise<Row[]> {
  const connection = await databases.connect('chat');
  return measurePages(connection, `${folder}/chat`, await signIn(connection));
}

const startServer = (connection: pg.PoolConfig, dataDir: string): Promise<ChildServer> =>
  startChild('our-server.ts', { connection, dataDir, hasCache: false } satisfies OurServerOptions);

async function signIn(connection: pg.PoolConfig): Promise<(id: number) => Talker> {
  const { pool, db, close } = openDatabase<Database>(connection, { max: 4, log });
  const sessions = new SessionService({ pool, db, clock: () => new Date(), isStaffStrong: false });
  const tokens = new Map<number, string>();
  for (const id of [TALKERS, QUIET.id, ...lanes().flat()])
    tokens.set(id, await sessions.create(db, id, { ip: '127.0.0.1', userAgent: 'bench' }));
  await close();
  return (id) => ({ id, token: tokens.get(id) ?? '' });
}

const lanes = (): [number, number][] => Array.from({ length: LANES }, (_, i) => [100 + i, 200 + i]);

type SignedIn = (id: number) => Talker;

async function measurePages(connection: pg.PoolConfig, dataDir: string, talkers: SignedIn): Promise<Row[]> {
  const server = await startServer(connection, dataDir);
  const asked = (path: string, id = TALKERS) => ({
    server,
    path,
    headers: { authorization: `Bearer ${talkers(id).token}` },
  });
  const short = asked(`/api/chat/${SHORT.with}?mark=0`);
  const long = LONG.messages.toLocaleString('en');
  try {
    return [
      toRow(
        `First page of a dialog of ${long} messages`,
        `the same of ${SHORT.messages}`,
        GROWTH_SHARE_MIN,
        await compare(asked(`/api/chat/${LONG.with}?mark=0`), short),
      ),
      toRow(
        `List of dialogs of somebody who has ${CHATS.toLocaleString('en')} of them`,
        `the same of somebody who has ${QUIET.dialogs}, the page as long`,
        GROWTH_SHARE_MIN,
        await compare(asked(`/api/chat?size=${QUIET.dialogs}`), asked(`/api/chat?size=${QUIET.dialogs}`, QUIET.id)),
      ),
    ];
  } finally {
    await server.stop();
  }
}

async function measureOpening(server: ChildServer, token: string, postgresPid: string): Promise<Row> {
  const open = async (): Promise<void> => {
    const answer = await fetch(`${server.url}/conversation/${LONG.with}`, { headers: { cookie: `token=${token}` } });
    const page = await answer.text();
    if (!page.includes(`Сообщение ${LONG.messages}:`)) throw new Error(`The dialog was answered ${answer.status}`);
  };
  const database = (): number => (processorTime([readPid(postgresPid)]) ?? Number.NaN) * 1000;
  for (let i = 0; i < OPENED / 4; i++) await open();
  const [node, base] = [await server.cpuMicroseconds(), database()];
  for (let i = 0; i < OPENED; i++) await open();
  const ours = ((await server.cpuMicroseconds()) - node) / 1000 / OPENED;
  const theirs = (database() - base) / OPENED;
  return {
    what: `Opening a dialog of ${LONG.messages.toLocaleString('en')} messages, rendered on the server (mean of ${OPENED})`,
    against: '',
    ours: `node ${ours.toFixed(1)} ms`,
    theirs: `database ${theirs.toFixed(1)} ms`,
    figure: `${(ours + theirs).toFixed(1)} ms of processor time`,
    limit: `≤ ${OPENING_MAX_MS} ms`,
    isMet: ours + theirs <= OPENING_MAX_MS,
  };
}

async function measureNode(connection: pg.PoolConfig, dataDir: string, talkers: SignedIn): Promise<Row[]> {
  const node = await startSocketChild('our-sockets.ts', { connection, dataDir } satisfies OurSocketsOptions);
  const relay = await startSocketChild('bare-relay.ts', {});
  try {
    const [{ port }, { port: barePort }] = [await request(node), await request(relay)];
    return [
      await measureSeeing(port, barePort, talkers),
      await measureSending(port, connection, dataDir, talkers),
      await measureWalk(node, port, talkers),
    ];
  } finally {
    await Promise.all([node.stop(), relay.stop()]);
  }
}

const request = (child: SocketChild): Promise<{ port: number }> => child.request({ is: 'port' });

async function measureSeeing(port: number, barePort: number, talkers: SignedIn): Promise<Row> {
  const [[writerId, readerId] = [0, 0]] = lanes();
  const [writer, reader] = [talkers(writerId), talkers(readerId)];
  const caller = createCaller(`http://127.0.0.1:${port}`, writer.token, 10_000);
  const line = await open(`ws://127.0.0.1:${port}/ws/notifications/${readerId}/?after=`, reader.token);
  const [mouth, ear] = [await open(`ws://127.0.0.1:${barePort}/`), await open(`ws://127.0.0.1:${barePort}/`)];
  const heard = (socket: WebSocket, text: string): Promise<void> =>
    new Promise((resolve) => {
      const hear = (data: unknown): void => {
        if (!String(data).includes(text)) return;
        socket.off('message', hear);
        resolve();
      };
      socket.on('message', hear);
    });

  async function time(socket: WebSocket, send: (content: string, key: string) => Promise<void>): Promise<number> {
    const key = randomUUID();
    const content = `${TEXT} ${key}`;
    const seen = heard(socket, content);
    const begin = performance.now();
    const sent = send(content, key);
    await seen;
    const taken = performance.now() - begin;
    await sent;
    return taken;
  }

  const ours = (): Promise<number> =>
    time(line, async (content, client_key) => {
      const { status } = await caller.call('PUT', `/api/chat/${readerId}`, { content, client_key });
      if (status !== 200) throw new Error(`A message was answered ${status}`);
    });
  const bare = (): Promise<number> => time(ear, async (content) => mouth.send(content));
  const rounds: { ours: number[]; bare: number[] }[] = [];
  for (let round = 0; round <= SEEN_ROUNDS; round++) {
    const times = { ours: [] as number[], bare: [] as number[] };
    for (let i = 0; i < SEEN_MESSAGES; i++) {
      times.ours.push(await ours());
      times.bare.push(await bare());
    }
    if (round > 0) rounds.push(times);
  }
  for (const socket of [line, mouth, ear]) socket.terminate();
  caller.close();
  const of = (which: 'ours' | 'bare', what: 'p50' | 'p95'): number =>
    median(rounds.map((times) => spreadOf(times[which])[what]));
  const show = (which: 'ours' | 'bare'): string =>
    `p50 ${of(which, 'p50').toFixed(1)} ms, p95 ${of(which, 'p95').toFixed(1)} ms`;
  const p95 = of('ours', 'p95');
  return {
    what: `A message sent, kept and seen by the other, p95 (medians of ${SEEN_ROUNDS} rounds of ${SEEN_MESSAGES})`,
    against: 'bare ws that hands it on and keeps nothing',
    ours: show('ours'),
    theirs: show('bare'),
    figure: `${p95.toFixed(1)} ms`,
    limit: `≤ ${SEEN_MAX_MS} ms`,
    isMet: p95 <= SEEN_MAX_MS,
  };
}

async function open(url: string, token?: string): Promise<WebSocket> {
  const headers = token === undefined ? {} : { cookie: `token=${token}` };
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

/** Compares sixteen concurrent chats of the product with its recorded transactions through bare pg. */
async function measureSending(
  port: number,
  connection: pg.PoolConfig,
  dataDir: string,
  talkers: SignedIn,
): Promise<Row> {
  const pairs = lanes();
  const callers = pairs.map(([writer]) => createCaller(`http://127.0.0.1:${port}`, talkers(writer).token, 30_000));
  const { pool, close } = openDatabase<Database>(connection, { max: LANES, log });
  const recorded = await record(connection, dataDir, pairs);

  async function rate(send: (lane: number) => Promise<void>): Promise<number> {
    const begin = performance.now();
    let count = 0;
    const lane = async (_: unknown, i: number): Promise<void> => {
      for (; performance.now() - begin < SENT_MS; count++) await send(i);
    };
    await Promise.all(pairs.map(lane));
    return count / ((performance.now() - begin) / 1000);
  }

  const ours = (): Promise<number> =>
    rate(async (i) => {
      const path = `/api/chat/${pairs[i]?.[1]}`;
      const answer = await callers[i]?.call('PUT', path, { content: TEXT, client_key: randomUUID() });
      if (answer?.status !== 200) throw new Error(`A message was answered ${answer?.status}`);
    });
  const bare = (): Promise<number> =>
    rate(async (i) => {
      const one = recorded[i];
      if (one !== undefined) await replay(pool, one);
    });
  const rounds: { ours: number; bare: number }[] = [];
  try {
    for (let round = 0; round <= SENT_ROUNDS; round++) {
      const pair =
        round % 2 === 0 ? { ours: await ours(), bare: await bare() } : { bare: await bare(), ours: await ours() };
      if (round > 0) rounds.push(pair);
    }
  } finally {
    for (const caller of callers) caller.close();
    await close();
  }
  const ratio = median(rounds.map((round) => round.ours / round.bare));
  const show = (which: 'ours' | 'bare'): string => `${Math.round(median(rounds.map((round) => round[which])))}/s`;
  return {
    what: `Messages sent, in ${LANES} dialogs at once (median of ${SENT_ROUNDS})`,
    against: 'the same statements through bare pg, from another process',
    ours: show('ours'),
    theirs: show('bare'),
    figure: `${Math.round(ratio * 100)} %`,
    limit: `≥ ${SENT_SHARE_MIN * 100} %`,
    isMet: ratio >= SENT_SHARE_MIN,
  };
}

interface Recorded {
  statements: readonly Statement[];
  key: string;
}

/** Records the transaction of one message of each pair. */
async function record(
  connection: pg.PoolConfig,
  dataDir: string,
  pairs: readonly [writer: number, reader: number][],
): Promise<Recorded[]> {
  const config = parseConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', DEMO: 'off', LOG_LEVEL: 'warn' });
  const { services, close } = await buildServices({ config, log, connection });
  const as = (userId: number) => ({ userId, lang: 'ru', isStaff: false, isSuperuser: false }) as SignedInViewer;
  const recorded: Recorded[] = [];
  try {
    for (const [writer, reader] of pairs) {
      // The first messages create the chat; a reply ends its state as a message request.
      await sendMessage(services, as(writer), reader, { content: TEXT }, []);
      await sendMessage(services, as(reader), writer, { content: TEXT }, []);
      const statements: Statement[] = [];
      const pool = recordStatements(services.pool, statements);
      const recorder = { ...services, pool, db: new Kysely<Database>({ dialect: new CommitDialect({ pool }) }) };
      const key = randomUUID();
      await sendMessage(recorder, as(writer), reader, { content: TEXT, client_key: key }, []);
      recorded.push({ statements, key });
    }
    return recorded;
  } finally {
    await close();
  }
}

/** Sends a new message with the recorded statements. */
async function replay(pool: pg.Pool, { statements, key }: Recorded): Promise<void> {
  const next = randomUUID();
  const anew = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(anew);
    return typeof value === 'string' ? value.replace(key, next) : value;
  };
  const client = await pool.connect();
  try {
    for (const statement of statements) {
      if (typeof statement === 'string') await client.query(statement);
      else await client.query({ ...statement, values: (statement.values ?? []).map(anew) });
    }
  } finally {
    client.release();
  }
}

async function measureWalk(node: SocketChild, port: number, talkers: SignedIn): Promise<Row> {
  const caller = createCaller(`http://127.0.0.1:${port}`, talkers(TALKERS).token, 30_000);
  const walk = async (pages: number): Promise<void> => {
    let before = LONG.messages + 1;
    for (let page = 0; page < pages && before > 1; page++) {
      const path = `/api/chat/${LONG.with}?mark=0&size=${WALKED_PAGE}&before_seq=${before}`;
      const { list } = (await caller.call('GET', path)).body as { list: { seq: number }[] };
      before = list.at(-1)?.seq ?? 1;
    }
    if (pages > LONG.messages / WALKED_PAGE && before > 1) throw new Error(`The walk ended at ${before}`);
  };
  await walk(100);
  const start = await node.request<Usage>({ is: 'usage' });
  await walk(Number.POSITIVE_INFINITY);
  const end = await node.request<Usage>({ is: 'usage' });
  caller.close();
  const grown = (end.heap - start.heap) / 2 ** 20;
  return {
    what: `Memory that a node keeps after ${LONG.messages.toLocaleString('en')} messages were scrolled through, ${WALKED_PAGE} a page`,
    against: '',
    ours: '',
    theirs: '',
    figure: `${grown.toFixed(1)} MB (resident ${((end.rss - start.rss) / 2 ** 20).toFixed(1)})`,
    limit: `≤ ${MEMORY_MAX_MB} MB`,
    isMet: grown <= MEMORY_MAX_MB,
  };
}
