import type pg from 'pg';
import { pino } from 'pino';
import { listPublicAds } from '../server/src/ads/list-public-ads.ts';
import type { Database } from '../server/src/database.ts';
import { openDatabase } from '../server/src/platform/database/open-database.ts';
import type { Viewer } from '../server/src/platform/viewer.ts';
import { startChild } from './child-server.ts';
import type { BenchDatabases } from './databases.ts';
import { median } from './load.ts';
import type { OurServerOptions } from './our-server.ts';
import type { Row } from './report.ts';
import { SEARCHES } from './searches.ts';

const ROUNDS = 5;
const LIMIT = 1.5;
const QUERY_CANCELED = '57014';
const ANYBODY = { lang: 'ru', userId: null } as Viewer;

/** Search over a million ads, one reader, against the very statements that the server sends, run by bare pg. */
export async function measureSearch(databases: BenchDatabases, folder: string): Promise<Row[]> {
  const connection = databases.connections.large;
  const server = await startChild('our-server.ts', {
    connection,
    dataDir: `${folder}/search`,
    hasCache: false,
  } satisfies OurServerOptions);
  const { pool, close } = openDatabase<Database>(connection, { max: 1, log: pino({ level: 'warn' }) });
  try {
    const statements = new Map<string, Statement[]>();
    for (const search of SEARCHES) statements.set(search, await statementsOf(pool, search));
    const ours: number[][] = [];
    const bare: number[][] = [];
    // The first round warms both.
    for (let round = 0; round <= ROUNDS; round++) {
      const times = { ours: [] as number[], bare: [] as number[] };
      for (const [i, search] of SEARCHES.entries()) {
        const ask = [
          async () => void times.ours.push(await timed(() => searchOver(server.url, search))),
          async () => void times.bare.push(await timed(() => runAll(pool, statements.get(search) ?? []))),
        ];
        for (const one of (i + round) % 2 === 0 ? ask : ask.toReversed()) await one();
      }
      if (round === 0) continue;
      ours.push(times.ours);
      bare.push(times.bare);
    }
    const ratio = median(ours.map((times, i) => percentile(times, 0.95) / percentile(bare[i] ?? [], 0.95)));
    const show = (rounds: number[][]): string =>
      `p50 ${median(rounds.flat()).toFixed(1)} ms, p95 ${median(rounds.map((times) => percentile(times, 0.95))).toFixed(1)} ms`;
    return [
      {
        what: `Search over 1,000,000 ads, p95 of ${SEARCHES.length} queries`,
        against: 'the same SQL through bare pg',
        ours: show(ours),
        theirs: show(bare),
        figure: `${ratio.toFixed(2)} ×`,
        limit: `≤ ${LIMIT} ×`,
        isMet: ratio <= LIMIT,
      },
    ];
  } finally {
    await close();
    await server.stop();
  }
}

type Statement = string | pg.QueryConfig;

/** What the server asks the database for one search. */
async function statementsOf(pool: pg.Pool, search: string): Promise<Statement[]> {
  const sent: Statement[] = [];
  await listPublicAds({ pool: recording(pool, sent) }, ANYBODY, {
    search,
    page: 1,
    size: 12,
    category_id: null,
    country_id: null,
    city_id: null,
  });
  return sent;
}

/** The pool, noting every statement that goes through it or through a connection of it. */
function recording<Target extends pg.Pool | pg.PoolClient>(target: Target, sent: Statement[]): Target {
  return new Proxy(target, {
    get(_, name) {
      if (name === 'query') {
        return (statement: Statement) => {
          sent.push(statement);
          return target.query(statement as pg.QueryConfig);
        };
      }
      if (name === 'connect') return async () => recording((await target.connect()) as pg.PoolClient, sent);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

async function runAll(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) {
    // A statement that the server gives up on is part of what it asked.
    await pool.query(statement as pg.QueryConfig).catch((error: { code?: string }) => {
      if (error.code !== QUERY_CANCELED) throw error;
    });
  }
}

async function searchOver(url: string, search: string): Promise<void> {
  const answer = await fetch(`${url}/api/boards/enabled?search=${encodeURIComponent(search)}`);
  if (!answer.ok) throw new Error(`Search for "${search}": ${answer.status}`);
  await answer.arrayBuffer();
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
