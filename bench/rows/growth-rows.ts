import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { readPid } from '../../server/src/platform/database/embedded/postgres-process.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import { READER, READERS } from '../data/whole-site.ts';
import type { BenchDatabases, DatabaseName } from '../databases.ts';
import { processorTime } from '../load/processor-time.ts';
import { median } from '../load.ts';
import { fetchWhole, percentile, timed } from '../one-reader.ts';
import type { OurServerOptions } from '../our-server.ts';
import { SEARCHES, SUGGESTED } from '../searches.ts';

/** A p95 may grow by a fifth while people, ads and messages grow a hundredfold. */
export const GROWTH_MAX = 1.2;
const ROUNDS = 7;
/** Requests of a round: two of each reader. */
const REQUESTS = 2 * READERS;

const NAMES =
  'александр|Мария|зоя|иваненко|жук|ал|ко|анна иваненко|Зоя Жук|дмитрий см|семенов|Фёдор|ерш|петр|мария мария|кузьмин тимур|андр|полина лазарь|н|льин'.split(
    '|',
  );
const SAID = 'лодка|вечер|доставка|спасибо|гитару|завтра|привет|концерт|заказ|коля|вел|ч'.split('|');
const TEXT = 'Здравствуйте! Ещё продаёте? Могу забрать сегодня вечером.';

interface Site {
  server: ChildServer;
  /** The readers' tokens, ids and two conversations of each: the longest and a short one. */
  readers: { id: number; token: string; chats: [number, number] }[];
  /** Public ads and people, spread over all of them. */
  ads: number[];
  people: number[];
}

interface Call {
  path: string;
  body?: () => object;
}

type Reader = Site['readers'][number];

/** What the i-th request of a round asks. */
const CALLS: Readonly<Record<string, (site: Site, reader: Reader, i: number) => Call>> = {
  'List of ads': (_, __, i) => ({ path: `/api/boards/enabled?page=${1 + (i % 3)}` }),
  'Ads of a category in a city': (_, __, i) => ({ path: `/api/boards/enabled?category_id=${1 + (i % 5)}&city_id=1` }),
  'Search for ads': (_, __, i) => ({ path: `/api/boards/enabled?search=${at(SEARCHES, i)}` }),
  'Suggestions of searches': (_, __, i) => ({ path: `/api/boards/suggest?search=${at(SUGGESTED, i)}` }),
  'Page of an ad': ({ ads }, _, i) => ({ path: `/api/boards/${ads[i]}?phone=masked` }),
  'Own ads': () => ({ path: '/api/boards' }),
  Feed: (_, { id }) => ({ path: `/api/publish/subscribed/get/${id}?size=12` }),
  Conversations: () => ({ path: '/api/chat' }),
  'Messages of a conversation': (_, { chats }, i) => ({ path: `/api/chat/${chats[i % 2]}?mark=0` }),
  'Sending a message': (_, { chats }) => ({
    path: `/api/chat/${chats[1]}`,
    body: () => ({ content: TEXT, client_key: randomUUID() }),
  }),
  'Search in messages': (_, __, i) => ({ path: `/api/chat/search?search=${at(SAID, i)}` }),
  'Page of a person': ({ people }, _, i) => ({ path: `/api/users/${people[i]}?phone=masked` }),
  'Search for people': (_, __, i) => ({ path: `/api/users?except_me=1&search=${at(NAMES, i)}` }),
  'People one may know': () => ({ path: '/api/users/friends/suggestions' }),
  Notifications: () => ({ path: '/api/notifications?mark=0' }),
};

const at = (list: readonly string[], i: number): string => encodeURIComponent(list[i % list.length] ?? '');

interface Figures {
  p50: number;
  p95: number;
  /** Processor time for one call, in milliseconds. */
  node: number;
  database: number;
}

export interface GrowthRow {
  what: string;
  small: Figures;
  large: Figures;
  ratio: number;
}

/** Asks the same of a small site and of one a hundred times as large, in alternating rounds. */
export async function measureGrowth(
  databases: BenchDatabases,
  folder: string,
  isWanted: (what: string) => boolean,
): Promise<GrowthRow[]> {
  const postgresPid = readPid(path.join(folder, 'postgres/postmaster.pid'));
  const sites = {
    small: await openSite(databases, 'smallSite', folder),
    large: await openSite(databases, 'largeSite', folder),
  };
  const rows: GrowthRow[] = [];
  try {
    for (const [what, callOf] of Object.entries(CALLS).filter(([what]) => isWanted(what))) {
      const rounds = { small: [] as Round[], large: [] as Round[] };
      for (let round = 0; round <= ROUNDS; round++) {
        const order = round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const);
        for (const size of order) {
          const measured = await runRound(sites[size], callOf, postgresPid);
          // The first round is the warm-up.
          if (round > 0) rounds[size].push(measured);
        }
      }
      const [small, large] = [toFigures(rounds.small), toFigures(rounds.large)];
      const row = { what, small, large, ratio: large.p95 / small.p95 };
      console.log(formatGrowthRow(row));
      rows.push(row);
    }
  } finally {
    await Promise.all(Object.values(sites).map(({ server }) => server.stop()));
  }
  return rows;
}

interface Round {
  times: number[];
  node: number;
  database: number;
}

async function runRound(
  site: Site,
  callOf: (site: Site, reader: Reader, i: number) => Call,
  postgresPid: number | undefined,
): Promise<Round> {
  const database = (): number => (processorTime([postgresPid ?? 0]) ?? Number.NaN) * 1000;
  const before = { node: await site.server.cpuMicroseconds(), database: database() };
  const times: number[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const reader = site.readers[i % READERS] as Reader;
    const { path: asked, body } = callOf(site, reader, i);
    const headers = { authorization: `Bearer ${reader.token}` };
    const request = { path: asked, headers, ...(body && { body: body() }) };
    times.push(await timed(() => fetchWhole(site.server.url, request)));
  }
  return {
    times,
    node: ((await site.server.cpuMicroseconds()) - before.node) / 1000 / REQUESTS,
    database: (database() - before.database) / REQUESTS,
  };
}

/** The spread over the requests of the median over the rounds of each: noise hits a request in some rounds only. */
function toFigures(rounds: readonly Round[]): Figures {
  const requests = Array.from({ length: REQUESTS }, (_, i) =>
    median(rounds.map(({ times }) => times[i] ?? Number.NaN)),
  );
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    p50: percentile(requests, 0.5),
    p95: percentile(requests, 0.95),
    node: median(rounds.map(({ node }) => node)),
    // Counted in hundredths of a second: one round alone says little.
    database: mean(rounds.map(({ database }) => database)),
  };
}

export function formatGrowthRow({ what, small, large, ratio }: GrowthRow): string {
  const figures = ({ p50, p95, node, database }: Figures): string =>
    `${p50.toFixed(1)} / ${p95.toFixed(1)} | ${node.toFixed(1)} + ${database.toFixed(1)}`;
  return `| ${what} | ${figures(small)} | ${figures(large)} | ${ratio.toFixed(2)} × | ${ratio <= GROWTH_MAX ? 'met' : 'missed'} |`;
}

async function openSite(databases: BenchDatabases, name: DatabaseName, folder: string): Promise<Site> {
  const connection = await databases.connect(name);
  const client = new pg.Client(connection);
  await client.connect();
  const list = async (text: string): Promise<number[]> =>
    (await client.query<{ id: string }>(text, [REQUESTS])).rows.map(({ id }) => Number(id));
  try {
    const [newest = 0] = await list('select max(id) as id from users where $1::int > 0');
    const readers: Reader[] = [];
    for (let id = newest; id > newest - READERS; id--) {
      const { rows } = await client.query<{ other_id: string }>(
        `select other_id from chat_members where user_id = $1 and shown_count >= ${READER.chatLength} order by shown_count desc, other_id`,
        [id],
      );
      const [longest, short] = [rows.at(0), rows.at(-1)].map((row) => Number(row?.other_id));
      if (!longest || !short) throw new Error(`Reader ${id} has no conversations`);
      readers.push({ id, token: await databases.tokenFor(name, id), chats: [longest, short] });
    }
    const spread = (table: string, condition: string): string =>
      `select (select id from ${table} where ${condition} and id > k * (select max(id) from ${table}) / $1 order by id limit 1) as id
       from generate_series(0, $1::bigint - 1) k`;
    return {
      readers,
      ads: await list(spread('ads', 'is_public')),
      people: await list(spread('users', 'true')),
      server: await startChild('our-server.ts', {
        connection,
        dataDir: `${folder}/${name}`,
        hasCache: false,
      } satisfies OurServerOptions),
    };
  } finally {
    await client.end();
  }
}
