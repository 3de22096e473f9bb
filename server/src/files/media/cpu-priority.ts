import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { processorMs } from './processor-ms.ts';

/** How far a program steps back where all of the machine is wanted: 5 leaves a quarter of it, 10 a tenth, 19 a seventieth part. */
export interface Niceness {
  /** While it still gets on. */
  usual: number;
  /** Once it hardly does. */
  least: number;
}

const CHECK_MS = 1000;
/** Parts of one processor. Under the first it is held up by others; over the second it has room again. */
const STARVED_SHARE = 0.1;
const FREE_SHARE = 0.5;

/** The cgroup namespace of the whole machine, outside of every container (`PROC_CGROUP_INIT_INO` of Linux). */
const WHOLE_MACHINE = 'cgroup:[4026531835]';
/** Whether Linux schedules sessions as groups here: it is switched on, and no container or service has a share of its own. */
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

/** Under which name the processor is shared out: that of its own controller, else that of all of them together. */
const ownShare = (cgroup: string): string | undefined =>
  (/^\d+:(?:\w+,)*cpu(?:,\w+)*:(.*)$/m.exec(cgroup) ?? /^0::(.*)$/m.exec(cgroup))?.[1];

/** `later`: the kernel changes a group ten times a second for everybody together; `never`: another system, or the program is gone. */
type Outcome = 'done' | 'later' | 'never';

/**
 * Where sessions are scheduled as groups niceness counts only inside of one: a program in a session of its own would take as
 * much as all of the server. The group is given the niceness, and a better one as long as the program is held up.
 * Answers how to stop looking after it.
 */
export function lowerCpuPriority(
  pid: number,
  { usual, least }: Niceness,
  setNice: (pid: number, nice: number) => Outcome = setGroupNice,
): () => void {
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

/** @param share what it got of one processor since the last look */
export function nextNice(share: number, nice: number, { usual, least }: Niceness): number {
  if (share < STARVED_SHARE) return least;
  return share > FREE_SHARE ? usual : nice;
}

function setGroupNice(pid: number, nice: number): Outcome {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(nice));
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EAGAIN' ? 'later' : 'never';
  }
}
