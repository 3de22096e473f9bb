import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for a clean shutdown to write its checkpoint, short enough for a supervisor's patience. */
const STOP_TIMEOUT_MS = 20_000;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** One line of state and command name, without arguments; empty when there is no such process. */
function describeProcess(pid: number): string {
  try {
    if (process.platform === 'linux') {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      return `${stat.slice(stat.lastIndexOf(')') + 2)[0]} ${stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))}`;
    }
    return execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/**
 * Is this pid a running PostgreSQL server?
 *
 * A zombie is not: where nothing reaps orphans (many containers) a dead server keeps its pid for good.
 */
export function isRunningPostgres(pid: number): boolean {
  const description = describeProcess(pid);
  return /postgres/.test(description) && !description.startsWith('Z');
}

/** The server's pid as its pid file has it; 0 when there is no file. */
export function readPid(file: string): number {
  try {
    return Number.parseInt(fs.readFileSync(file, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already, which is what every signal here asks for.
  }
}

async function isGoneWithin(pid: number, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20)) {
    if (!isRunningPostgres(pid)) return true;
  }
  return !isRunningPostgres(pid);
}

/** Stop the server: clients are cut off and a checkpoint is written; one that hangs is stopped as by a power cut. */
export async function stopPostgres(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await isGoneWithin(pid, STOP_TIMEOUT_MS)) return;
  signal(pid, 'SIGQUIT');
  await isGoneWithin(pid, STOP_TIMEOUT_MS);
}
