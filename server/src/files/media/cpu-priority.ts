import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { processorMs } from './processor-ms.ts';

/** Nice values under full load: 5 leaves a program a quarter of the CPU, 10 a tenth, 19 a seventieth. */
export interface Niceness {
  /** Nice value while the program makes progress. */
  usual: number;
  least: number;
}

const CHECK_MS = 1000;
/** Shares of one CPU. Below the first the program is starved; above the second it has enough. */
const STARVED_SHARE = 0.1;
const FREE_SHARE = 0.5;

/** Cgroup namespace of the host, outside all containers (`PROC_CGROUP_INIT_INO` of Linux). */
const WHOLE_MACHINE = 'cgroup:[4026531835]';
/**
 * Whether Linux schedules sessions as groups (autogroup): it is enabled, and no container or service has its own CPU
 * share.
 */
export function hasGroups(): boolean {
  try {
    return (
      readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim() === '1' &&
      readlinkSync('/proc/self/ns/cgroup') === WHOLE_MACHINE &&
      ownShare(readFileSync('/proc/self/cgroup', 'utf8')) === '/'
    );
  } catch {
    return false;
  }
}

const ownShare = (cgroup: string): string | undefined =>
  (/^\d+:(?:\w+,)*cpu(?:,\w+)*:(.*)$/m.exec(cgroup) ?? /^0::(.*)$/m.exec(cgroup))?.[1];

/**
 * `later`: the kernel limits changes of a group to ten per second; `never`: another system, or the program has exited.
 */
type Outcome = 'done' | 'later' | 'never';

/**
 * Lowers the priority of a program that leads a session of its own, and of its session group. With autogroup, a nice
 * value counts only within its session: the program would get as much CPU as the whole server. So the group's nice value
 * is raised too, and lowered again while the program is starved. Returns a function that ends the supervision.
 */
export function lowerCpuPriority(
  pid: number,
  { usual, least }: Niceness,
  setNice: (pid: number, nice: number) => Outcome = setGroupNice,
): () => void {
  setOwnNice(pid, least);
  const first = setNice(pid, usual);
  let nice = first === 'done' ? usual : undefined;
  const isSettled = (): boolean => nice !== undefined && usual === least;
  if (first === 'never' || isSettled()) return () => {};
  let [at, used] = [performance.now(), processorMs(pid)];
  const timer = setInterval(() => {
    const [now, usedNow] = [performance.now(), processorMs(pid)];
    const next = nice === undefined ? usual : nextNice((usedNow - used) / (now - at), nice, { usual, least });
    if (next !== nice && setNice(pid, next) === 'done') nice = next;
    [at, used] = [now, usedNow];
    if (isSettled()) clearInterval(timer);
  }, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

export function nextNice(share: number, nice: number, { usual, least }: Niceness): number {
  if (share < STARVED_SHARE) return least;
  return share > FREE_SHARE ? usual : nice;
}

function setOwnNice(pid: number, nice: number): void {
  try {
    os.setPriority(pid, nice);
  } catch {
    // The program has exited already.
  }
}

function setGroupNice(pid: number, nice: number): Outcome {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(nice));
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EAGAIN' ? 'later' : 'never';
  }
}
