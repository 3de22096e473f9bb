import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckResult } from '../load/checks.ts';
import { now } from '../load/person.ts';
import { type Fault, type Spread, spreadOf } from '../load/timing.ts';

interface Visit {
  at: number;
  path: string;
  /** HTTP status; 0 when there was no answer. */
  status: number;
}

export interface Guests {
  stop(): Promise<void>;
  visits(): number;
  /** Milliseconds after the end of each fault until each guest was served again. */
  recoveries(faults: readonly Fault[]): Map<string, Spread>;
  /** What was not served later than `graceMs` after a fault. */
  refusedInPeace(faults: readonly Fault[], graceMs: number): CheckResult;
}

const ANSWER_MS = 6000;
const PAUSE_MS = 300;
const EXAMPLES_MAX = 5;

/** People without a session, who read the list of ads, its pages and files, each through connections of their own. */
export function startGuests(origin: string, paths: readonly string[], count: number): Guests {
  const logs: Visit[][] = Array.from({ length: count }, () => []);
  let isStopping = false;

  async function visit(path: string): Promise<number> {
    try {
      const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  const running = logs.map(async (log, guest) => {
    for (let turn = guest; !isStopping; turn++) {
      const path = paths[turn % paths.length] ?? '/';
      const status = await visit(path);
      log.push({ at: now(), path, status });
      await sleep(PAUSE_MS);
    }
  });

  return {
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
    visits: () => logs.reduce((sum, log) => sum + log.length, 0),
    recoveries(faults) {
      const found = Map.groupBy(faults, ({ kind }) => kind);
      return new Map(
        [...found].map(([kind, list]) => [
          kind,
          spreadOf(
            list.flatMap(({ end }) =>
              logs.map((log) => (log.find(({ at, status }) => at > end && status === 200)?.at ?? Infinity) - end),
            ),
          ),
        ]),
      );
    },
    refusedInPeace(faults, graceMs) {
      const refused = logs.flat().filter(({ at, status }) => status !== 200 && isPeace(at, faults, graceMs));
      const examples = refused
        .slice(0, EXAMPLES_MAX)
        .map(({ at, path, status }) => `${path}: ${status} ${sinceFault(at, faults)}`);
      return {
        what: `Guests not served later than ${graceMs / 1000} s after a fault`,
        count: refused.length,
        examples,
      };
    },
  };
}

const isPeace = (at: number, faults: readonly Fault[], graceMs: number): boolean =>
  !faults.some(({ begin, end }) => at >= begin && at <= end + graceMs);

function sinceFault(at: number, faults: readonly Fault[]): string {
  const last = faults.findLast(({ end }) => end <= at);
  return last === undefined ? 'before any fault' : `${Math.round((at - last.end) / 1000)} s after ${last.kind}`;
}
