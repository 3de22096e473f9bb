import type pg from 'pg';
import { median } from './load.ts';
import { type RequestParts, sendRequest } from './send-request.ts';

/** A request to the server and the equivalent call of its functions, with a pool that may record statements. */
export interface ReaderRequest extends RequestParts {
  run(pool: pg.Pool): Promise<unknown>;
}

const ROUNDS = 5;
/** V8 compiles a server's code while it answers its first hundreds of requests: rounds before the first that counts. */
const WARM_UP_REQUESTS = 250;
const WARM_UP_ROUNDS = { min: 2, max: 16 };
const QUERY_CANCELED = '57014';

export type Statement = string | pg.QueryConfig;

export interface Waits {
  ours: number[][];
  bare: number[][];
}

/** Compares requests to the server with the same statements through bare pg, in turns. */
export async function compareReaders(url: string, pool: pg.Pool, questions: readonly ReaderRequest[]): Promise<Waits> {
  const statements: Statement[][] = [];
  for (const { run } of questions) {
    const sent: Statement[] = [];
    const recorder = recordStatements(pool, sent);
    await run(recorder);
    // Statements of a cold cache are not part of the cost per request.
    sent.length = 0;
    await run(recorder);
    statements.push(sent);
  }
  const waits: Waits = { ours: [], bare: [] };
  const { min, max } = WARM_UP_ROUNDS;
  const warmUpRounds = Math.min(max, Math.max(min, Math.ceil(WARM_UP_REQUESTS / questions.length)));
  for (let round = -warmUpRounds; round < ROUNDS; round++) {
    const times = { ours: [] as number[], bare: [] as number[] };
    for (const [i, request] of questions.entries()) {
      const run = [
        async () => void times.ours.push(await timed(() => sendRequest(url, request))),
        async () => void times.bare.push(await timed(() => runAll(pool, statements[i] ?? []))),
      ];
      for (const one of (i + round) % 2 === 0 ? run : run.toReversed()) await one();
    }
    if (round < 0) continue;
    waits.ours.push(times.ours);
    waits.bare.push(times.bare);
  }
  return waits;
}

/** Ratio of the p95 of both. */
export const ratioOf = ({ ours, bare }: Waits): number => p95(ours) / p95(bare);

/** The p95 of the questions, each by the median of its rounds. */
export function p95(rounds: readonly number[][]): number {
  const questions = rounds[0]?.map((_, i) => median(rounds.map((times) => times[i] ?? Number.NaN))) ?? [];
  return percentile(questions, 0.95);
}

export function formatWaits(rounds: readonly number[][]): string {
  return `p50 ${median(rounds.flat()).toFixed(1)} ms, p95 ${p95(rounds).toFixed(1)} ms`;
}

export function recordStatements<Target extends pg.Pool | pg.PoolClient>(target: Target, sent: Statement[]): Target {
  return new Proxy(target, {
    get(_, name) {
      if (name === 'query') {
        return (statement: Statement, values?: unknown[]) => {
          sent.push(typeof statement === 'string' && values ? { text: statement, values } : statement);
          return target.query(statement as string, values);
        };
      }
      if (name === 'connect') return async () => recordStatements((await target.connect()) as pg.PoolClient, sent);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

async function runAll(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) {
    // Statements that time out are replayed as well.
    await pool.query(statement as pg.QueryConfig).catch((error: { code?: string }) => {
      if (error.code !== QUERY_CANCELED) throw error;
    });
  }
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
