import { readFileSync } from 'node:fs';

/** CPU time of a process in milliseconds; 0 where the system does not report it. */
export function processorMs(pid: number): number {
  try {
    return readProcessorMs(pid);
  } catch {
    return 0;
  }
}

/** CPU time in milliseconds of all threads of a process; throws when it cannot be read. */
export function readProcessorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  // Clock ticks of /proc are hundredths of a second.
  return (user + system) * 10;
}
