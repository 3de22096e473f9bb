import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { signal } from '../../server/src/platform/database/embedded/postgres-process.ts';
import { treeOf } from '../load/processor-time.ts';

const LOG_TAIL = 1500;

/** Servers that are killed when the drill ends by an error. */
const remaining = new Set<() => void>();
process.once('exit', () => {
  for (const kill of remaining) kill();
});

/** A server of the system that the drill starts, breaks and starts again. */
export interface ServerProcess {
  pid(): number;
  start(): void;
  /** With everything that it started, at once: the machine is gone. */
  kill(): Promise<void>;
  /** Stands still with everything that it started. */
  stop(): void;
  resume(): void;
  logTail(): string;
}

interface ServerParts {
  program: string;
  arguments: readonly string[];
  log: string;
  account?: { uid?: number; gid?: number };
}

export function createServer({ program, arguments: flags, log, account = {} }: ServerParts): ServerProcess {
  let child: ChildProcess | undefined;
  const pid = (): number => child?.pid ?? 0;
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  const killAll = (): void => {
    if (isRunning()) for (const each of treeOf(pid())) signal(each, 'SIGKILL');
  };
  remaining.add(killAll);
  return {
    pid,
    start() {
      const output = openSync(log, 'a', 0o600);
      child = spawn(program, flags, { ...account, cwd: '/', stdio: ['ignore', output, output], detached: true });
      child.once('error', () => {});
      closeSync(output);
    },
    async kill() {
      if (child === undefined || !isRunning()) return;
      const ended = once(child, 'exit');
      killAll();
      await ended;
    },
    stop() {
      signal(pid(), 'SIGSTOP');
      for (const each of treeOf(pid())) signal(each, 'SIGSTOP');
    },
    resume() {
      for (const each of treeOf(pid()).toReversed()) signal(each, 'SIGCONT');
    },
    logTail: () => readFileSync(log, 'utf8').slice(-LOG_TAIL),
  };
}

/** Waits until it holds; what is asked may fail meanwhile. */
export async function until(what: string, holds: () => Promise<boolean>, maxMs: number, everyMs = 50): Promise<void> {
  for (const deadline = Date.now() + maxMs; Date.now() < deadline; await sleep(everyMs))
    if (await holds().catch(() => false)) return;
  throw new Error(`${what}: not within ${maxMs} ms`);
}
