import path from 'node:path';
import { readPid } from '../../server/src/platform/database/embedded/postgres-process.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import { READERS } from '../data/whole-site.ts';
import type { BenchDatabases } from '../databases.ts';
import { ConnectionTimes, spent, timesOfProcess } from '../load/exact-time.ts';
import { median } from '../load.ts';
import { percentile, timed } from '../one-reader.ts';
import type { OurServerOptions } from '../our-server.ts';
import { sendRequest } from '../send-request.ts';
import { CALLS, type Call, type Questions } from './growth-calls.ts';
import { chooseQuestions } from './growth-questions.ts';

/** A p95 may grow by a fifth while people, ads and messages grow a hundredfold. */
export const GROWTH_MAX = 1.2;
const ROUNDS = 5;
/** What a request leaves to be done behind its answer ends within so long. */
const SETTLE_MS = 2;

const SIZES = ['small', 'large'] as const;
type Size = (typeof SIZES)[number];

interface Site {
  server: ChildServer;
  connections: ConnectionTimes;
  questions: Questions;
}

/** Milliseconds of one request: by the clock, and of the processors. */
export interface Cost {
  wall: number;
  node: number;
  database: number;
}

/** The costs of each request: the median of its rounds by the clock, and the least of the processors, to which noise only adds. */
export interface GrowthRow extends Record<Size, readonly Cost[]> {
  kind: Call['kind'];
  what: string;
}

/** Asks the same of a small site and of one a hundred times as large, in turns. */
export async function measureGrowth(
  databases: BenchDatabases,
  folder: string,
  isWanted: (what: string) => boolean,
  report: (row: GrowthRow) => void,
): Promise<GrowthRow[]> {
  const postgres = readPid(path.join(folder, 'postgres/postmaster.pid'));
  const sites = {
    small: await openSite(databases, 'smallSite', folder, postgres),
    large: await openSite(databases, 'largeSite', folder, postgres),
  };
  const rows: GrowthRow[] = [];
  try {
    for (const call of CALLS.filter(({ what }) => isWanted(what))) {
      const row = { kind: call.kind, what: call.what, ...(await compareSites(sites, call)) };
      report(row);
      rows.push(row);
    }
  } finally {
    await Promise.all(Object.values(sites).map(({ server }) => server.stop()));
  }
  return rows;
}

async function compareSites(sites: Record<Size, Site>, call: Call): Promise<Record<Size, Cost[]>> {
  const costs: Record<Size, Cost[][]> = { small: [], large: [] };
  // The first round is the warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (let i = 0; i < call.count; i++) {
      for (const size of (i + round) % 2 === 0 ? SIZES : SIZES.toReversed()) {
        const cost = await measure(sites[size], call, i);
        if (round > 0) costs[size][i] = [...(costs[size][i] ?? []), cost];
      }
    }
  }
  return { small: costs.small.map(costOf), large: costs.large.map(costOf) };
}

function costOf(rounds: readonly Cost[]): Cost {
  const [least] = rounds.toSorted((a, b) => processorTime(a) - processorTime(b));
  if (least === undefined) throw new Error('A request is measured at least once');
  return { ...least, wall: median(rounds.map(({ wall }) => wall)) };
}

async function measure({ server, connections, questions }: Site, call: Call, i: number): Promise<Cost> {
  const reader = questions.readers[i % READERS];
  if (reader === undefined) throw new Error('A site has readers');
  const request = { ...call.ask(questions, reader, i), headers: { authorization: `Bearer ${reader.token}` } };
  const before = { node: timesOfProcess(server.pid), database: connections.read() };
  const wall = await timed(() => sendRequest(server.url, request));
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return {
    wall,
    node: spent(before.node, timesOfProcess(server.pid)),
    database: spent(before.database, connections.read()),
  };
}

async function openSite(
  databases: BenchDatabases,
  name: 'smallSite' | 'largeSite',
  folder: string,
  postgres: number,
): Promise<Site> {
  const connection = await databases.connect(name);
  const questions = await chooseQuestions(connection, (id) => databases.tokenFor(name, id));
  const server = await startChild('our-server.ts', {
    connection,
    dataDir: `${folder}/${name}`,
    hasCache: false,
  } satisfies OurServerOptions);
  return { server, connections: new ConnectionTimes(postgres, connection.database ?? ''), questions };
}

interface Spread {
  p50: number;
  p95: number;
}

export const processorTime = ({ node, database }: Cost): number => node + database;

export function spreadOf(costs: readonly Cost[], timeOf: (cost: Cost) => number): Spread {
  const times = costs.map(timeOf);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/** How many times as high the p95 of the large site is. */
export const growthOf = ({ small, large }: Pick<GrowthRow, Size>, timeOf: (cost: Cost) => number): number =>
  spreadOf(large, timeOf).p95 / spreadOf(small, timeOf).p95;
