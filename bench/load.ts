import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ChildServer } from './child-server.ts';

const run = promisify(execFile);

export interface Contender {
  server: ChildServer;
  path: string;
  headers?: Record<string, string>;
}

export interface Figure {
  perSecond: number;
  /** CPU time of the server process per request. */
  cpuMicroseconds: number;
}

export interface Comparison {
  ours: Figure;
  theirs: Figure;
  /** Requests of ours for one of theirs: the median of the ratios within pairs of adjacent rounds. */
  ratio: number;
  /** The same of processor time: how much of ours theirs takes. */
  processorRatio: number;
}

const CONNECTIONS = 16;
/** Many short rounds, because other load on the machine changes every second. */
const ROUNDS = 5;
const ROUND_SECONDS = 1;
const WARM_UP_SECONDS = 1;
/** Debian's: a client that is never the limit. */
export const WRK = '/usr/bin/wrk';

/** Runs both in short alternating rounds, so that other load affects both equally. */
export async function compare(
  ours: Contender,
  theirs: Contender,
  { warmUpSeconds = WARM_UP_SECONDS, rounds = ROUNDS } = {},
): Promise<Comparison> {
  for (const contender of [ours, theirs]) await measure(contender, warmUpSeconds);
  const pairs: { ours: Figure; theirs: Figure }[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await measure(ours, ROUND_SECONDS);
      pairs.push({ ours: first, theirs: await measure(theirs, ROUND_SECONDS) });
    } else {
      const first = await measure(theirs, ROUND_SECONDS);
      pairs.push({ ours: await measure(ours, ROUND_SECONDS), theirs: first });
    }
  }
  return {
    ours: medianFigure(pairs.map((pair) => pair.ours)),
    theirs: medianFigure(pairs.map((pair) => pair.theirs)),
    ratio: median(pairs.map((pair) => pair.ours.perSecond / pair.theirs.perSecond)),
    processorRatio: median(pairs.map((pair) => pair.theirs.cpuMicroseconds / pair.ours.cpuMicroseconds)),
  };
}

async function measure({ server, path: target, headers = {} }: Contender, seconds: number): Promise<Figure> {
  const before = await server.cpuMicroseconds();
  const { requests, perSecond } = await fire(server.url + target, headers, seconds);
  const cpu = (await server.cpuMicroseconds()) - before;
  return { perSecond, cpuMicroseconds: cpu / requests };
}

interface Fired {
  requests: number;
  perSecond: number;
}

async function fire(url: string, headers: Record<string, string>, seconds: number): Promise<Fired> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run(WRK, ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, ...named, url]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  if (!perSecond || !requests || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}\n${stdout}`);
  return { requests, perSecond };
}

/**
 * As many runs as the median of three needs. It lies between any two of them: where each figure of the first two differs by
 * no more than that share, the third is left out.
 */
export async function runForMedian<Run>(
  run: () => Promise<Run>,
  figuresOf: (run: Run) => readonly number[],
  share: number,
): Promise<Run[]> {
  const [first, second] = [await run(), await run()];
  const others = figuresOf(second);
  const isClose = (figure: number, i: number): boolean =>
    Math.abs(figure - (others[i] ?? Number.NaN)) <= share * Math.abs(figure);
  return figuresOf(first).every(isClose) ? [first, second] : [first, second, await run()];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

function medianFigure(figures: readonly Figure[]): Figure {
  return {
    perSecond: median(figures.map((figure) => figure.perSecond)),
    cpuMicroseconds: median(figures.map((figure) => figure.cpuMicroseconds)),
  };
}
