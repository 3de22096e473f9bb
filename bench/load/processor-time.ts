import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc; always 100 on Linux. */
const TICKS = 100;

interface Stat {
  pid: number;
  parent: number;
  seconds: number;
}

/** CPU seconds of these processes and their children; undefined where the system does not report them. */
export function processorTime(pids: readonly number[]): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const stats = listProcesses();
  const wanted = new Set(pids);
  return stats.reduce(
    (sum, { pid, parent, seconds }) => (wanted.has(pid) || wanted.has(parent) ? sum + seconds : sum),
    0,
  );
}

function listProcesses(): Stat[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readStat(Number(name)) : []));
}

/** This process and all that it started, parents first. */
export function treeOf(pid: number): number[] {
  const all = listProcesses();
  const found = [pid];
  for (const each of found) found.push(...all.filter(({ parent }) => parent === each).map((child) => child.pid));
  return found;
}

function readStat(pid: number): Stat[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Parent pid; own user and system time, then those of exited children.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ pid, parent: Number(fields[1]), seconds: ticks / TICKS }];
  } catch {
    return [];
  }
}
