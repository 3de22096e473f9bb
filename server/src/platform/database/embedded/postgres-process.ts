import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough to write a checkpoint on shutdown, shorter than the kill timeout of process supervisors. */
const STOP_TIMEOUT_MS = 20_000;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

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
 * Checks that the pid is a running PostgreSQL server. A zombie does not count: containers without an init process keep
 * the pid of a dead server for ever.
 */
export function isRunningPostgres(pid: number): boolean {
  const description = describeProcess(pid);
  return /postgres/.test(description) && !description.startsWith('Z');
}

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
    // The process is gone already.
  }
}

async function isGoneWithin(pid: number, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20)) {
    if (!isRunningPostgres(pid)) return true;
  }
  return !isRunningPostgres(pid);
}

/**
 * Stops the server with a fast shutdown (clients are disconnected, a checkpoint is written), or with an immediate one
 * when it hangs.
 */
export async function stopPostgres(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await isGoneWithin(pid, STOP_TIMEOUT_MS)) return;
  signal(pid, 'SIGQUIT');
  await isGoneWithin(pid, STOP_TIMEOUT_MS);
}
