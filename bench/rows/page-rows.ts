import http from 'node:http';
import pg from 'pg';
import type { BareServerOptions } from '../bare-server.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import type { BenchDatabases } from '../databases.ts';
import { median } from '../load.ts';
import { timed } from '../one-reader.ts';
import type { OurServerOptions } from '../our-server.ts';
import type { Row } from '../report.ts';
import { sendRequest } from '../send-request.ts';
import { prepareBytes } from './speed-rows.ts';

/** Of the demo data. */
const READER = 'anna';
const ROUNDS = 35;
/**
 * A page has answered 1,200 requests before one is counted: V8 compiles its code meanwhile, on threads that count as processor
 * time, and the calls beside it have answered more for the pages before.
 */
const WARM_UP_ROUNDS = 40;
/** Requests of one address in one round. */
const REQUESTS = 30;
const CONNECTIONS = 8;

const PAGE_CALLS_MAX = 1.5;
const DATA_CALLS_MAX = 1.2;
const MAIN_SHARE_MIN = 0.5;
/** Milliseconds by which a reader may wait longer for the list than a guest. */
const WAIT_ABOVE_MAX = 4;
/** Requests of one reader, one after another: seconds of them, because a shared processor changes its speed by the second. */
const WAITS = 1000;
/** Microseconds: 800 pages a second of one core. */
const LIST_CPU_MAX = 1250;

const LANGUAGE = { 'accept-language': 'ru-RU,ru;q=0.9' };
const LIST: Request = 'GET /api/boards/enabled?size=12&page=1&promoted=1';
const OWN_PLACE: Request = 'GET /api/places/own';
/** Calls of the frame around a page of a signed-in person. */
const FRAME: Request[] = [
  'GET /api/categories',
  'POST /api/notifications',
  'GET /api/chat/unread',
  'GET /api/announcements',
  'GET /api/users/consents/awaited',
];

interface PageCase {
  what: string;
  /** Of the page itself. */
  page: string;
  /** Of a navigation to it in the browser. */
  data?: string;
  calls: Request[];
}

const casesOf = (reader: number, partner: number): PageCase[] => {
  const feed: Request[] = [
    `GET /api/publish/subscribed/get/${reader}?from=mark`,
    'GET /api/users/friends/suggestions?size=5',
  ];
  const chats: Request[] = ['GET /api/chat?folder=main'];
  return [
    {
      what: 'The list of ads',
      page: '/',
      data: '/_.data?_json=&_routes=market%2Fads%2Flist%2Fads-page',
      calls: [LIST, OWN_PLACE],
    },
    {
      what: 'The feed',
      page: `/user/${reader}/social`,
      data: `/user/${reader}/social.data?_json=&_routes=publishing%2Fpublications%2Ffeed%2Fsocial-page`,
      calls: feed,
    },
    {
      what: 'A dialog',
      page: `/conversation/${partner}`,
      calls: [
        `GET /api/chat/${partner}?mark=0&size=40`,
        `GET /api/chat/${partner}/head`,
        `GET /api/users/${partner}?phone=masked`,
      ],
    },
    {
      what: 'The list of messages',
      page: '/profile/messages',
      data: '/profile/messages.data?_json=&_routes=messaging%2Fchat%2Flist%2Fmessages-page',
      calls: chats,
    },
  ];
};

type Request = `${'GET' | 'POST'} ${string}`;

interface Client {
  headers: Record<string, string>;
  agent: http.Agent;
}

export async function measurePages(databases: BenchDatabases, folder: string): Promise<Row[]> {
  const connection = await databases.connect('demo');
  const ours = await startChild('our-server.ts', {
    connection,
    dataDir: `${folder}/pages`,
    hasCache: false,
  } satisfies OurServerOptions);
  const cached = await startChild('our-server.ts', {
    connection,
    dataDir: `${folder}/cached-pages`,
    hasCache: true,
  } satisfies OurServerOptions);
  const bare = await startChild('bare-server.ts', { connection } satisfies BareServerOptions);
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const { reader, partner, cookie, token } = await signIn(databases, ours);
    const guest: Client = { agent, headers: LANGUAGE };
    const client: Client = { agent, headers: { ...LANGUAGE, cookie, authorization: `Bearer ${token}` } };
    await prepareBytes(ours, bare, '/', client.headers);
    return [
      await compareMainPage(ours, bare, client),
      await compareWaits(cached, client, guest),
      await measureList(ours, guest),
      ...(await comparePages(ours, client, casesOf(reader, partner))),
    ];
  } finally {
    agent.destroy();
    await Promise.all([ours.stop(), cached.stop(), bare.stop()]);
  }
}

async function signIn(databases: BenchDatabases, ours: ChildServer) {
  const client = new pg.Client(await databases.connect('demo'));
  await client.connect();
  const { rows } = await client.query<{ id: number }>('select id from users where login = $1', [READER]);
  await client.end();
  const reader = Number(rows[0]?.id);
  const token = await databases.tokenFor('demo', reader);
  const authorization = `Bearer ${token}`;
  const chats = await fetch(`${ours.url}/api/chat`, { headers: { authorization } });
  const { list } = (await chats.json()) as { list: { user: { id: number } }[] };
  // The first page marks the browser with a cookie, which later ones bring along.
  const page = await fetch(`${ours.url}/`, { headers: { authorization } });
  const cookie = page.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  return { reader, partner: Number(list[0]?.user.id), cookie: cookie.join('; '), token };
}

function ask(server: ChildServer, request: Request, { agent, headers }: Client): Promise<void> {
  const [method, path = ''] = request.split(' ');
  return sendRequest(server.url, { path, method, headers }, agent);
}

/**
 * Microseconds of the server's process for one request of an address. The number of requests is fixed, so that a slow
 * machine changes nothing in what is counted.
 */
async function measure(server: ChildServer, request: Request, client: Client): Promise<number> {
  const before = await server.cpuMicroseconds();
  let left = REQUESTS;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await ask(server, request, client);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return ((await server.cpuMicroseconds()) - before) / REQUESTS;
}

interface Timed {
  ours: number;
  theirs: number;
  /** Median of the ratios within one round each. */
  ratio: number;
}

/** Alternates both in short rounds, so that other load of the machine affects both equally. */
async function alternate(ours: () => Promise<number>, theirs: () => Promise<number>): Promise<Timed> {
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const first = round % 2 === 0 ? await ours() : undefined;
    const other = await theirs();
    const pair = { ours: first ?? (await ours()), theirs: other };
    if (round >= 0) rounds.push(pair);
  }
  return {
    ours: median(rounds.map((round) => round.ours)),
    theirs: median(rounds.map((round) => round.theirs)),
    ratio: median(rounds.map((round) => round.ours / round.theirs)),
  };
}

const show = (microseconds: number): string => `${Math.round(microseconds)} µs`;

async function compareMainPage(ours: ChildServer, bare: ChildServer, client: Client): Promise<Row> {
  const timed = await alternate(
    () => measure(ours, 'GET /', client),
    () => measure(bare, 'GET /same-page-signed-in', client),
  );
  const share = 1 / timed.ratio;
  return {
    what: 'List as a page, signed in, demo data, processor time',
    against: 'bare React SSR of the same elements in bare Fastify, the same SQL with the session’s',
    ours: show(timed.ours),
    theirs: show(timed.theirs),
    figure: `${Math.round(share * 100)} %`,
    limit: `≥ ${MAIN_SHARE_MIN * 100} %`,
    isMet: share >= MAIN_SHARE_MIN,
  };
}

/** What one reader waits for the list beside a guest, whose page is kept; they ask in turns. */
async function compareWaits(server: ChildServer, client: Client, guest: Client): Promise<Row> {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await measure(server, 'GET /', client);
  const waits = { reader: [] as number[], guest: [] as number[] };
  for (let turn = 0; turn < WAITS; turn++) {
    waits.reader.push(await timed(() => ask(server, 'GET /', client)));
    waits.guest.push(await timed(() => ask(server, 'GET /', guest)));
  }
  const [ours, theirs] = [median(waits.reader), median(waits.guest)];
  return {
    what: 'List as a page, signed in, as one reader waits for it, demo data, p50',
    against: 'the same of a guest, from the node’s cache',
    ours: `${ours.toFixed(1)} ms`,
    theirs: `${theirs.toFixed(1)} ms`,
    figure: `${(ours - theirs).toFixed(1)} ms above`,
    limit: `≤ ${WAIT_ABOVE_MAX} ms above`,
    isMet: ours - theirs <= WAIT_ABOVE_MAX,
  };
}

async function measureList(ours: ChildServer, guest: Client): Promise<Row> {
  const times: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const time = await measure(ours, 'GET /', guest);
    if (round >= 0) times.push(time);
  }
  const time = median(times);
  return {
    what: 'List as a page, anonymous, demo data, read for each request and rendered once for the same data',
    against: '',
    ours: show(time),
    theirs: '',
    figure: `${Math.round(1_000_000 / time)}/s of a core`,
    limit: `≥ ${1_000_000 / LIST_CPU_MAX}/s`,
    isMet: time <= LIST_CPU_MAX,
  };
}

async function comparePages(ours: ChildServer, client: Client, cases: readonly PageCase[]): Promise<Row[]> {
  const rows: Row[] = [];
  const compareCalls = async (what: string, path: string, calls: readonly Request[], max: number): Promise<void> => {
    const { ratio, ...timed } = await alternate(
      () => measure(ours, `GET ${path}`, client),
      async () => {
        let sum = 0;
        for (const call of calls) sum += await measure(ours, call, client);
        return sum;
      },
    );
    rows.push({
      what,
      against: `its ${calls.length} calls, one by one`,
      ours: show(timed.ours),
      theirs: show(timed.theirs),
      figure: `${ratio.toFixed(2)} ×`,
      limit: `≤ ${max} ×`,
      isMet: ratio <= max,
    });
  };
  for (const { what, page, data, calls } of cases) {
    await compareCalls(`${what} as a page, signed in, frame included`, page, [...calls, ...FRAME], PAGE_CALLS_MAX);
    if (data !== undefined) await compareCalls(`${what}, a navigation (\`.data\`)`, data, calls, DATA_CALLS_MAX);
  }
  return rows;
}
