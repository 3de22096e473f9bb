import { readFileSync } from 'node:fs';

/** Processor time of a program, milliseconds; the kernel counts hundredths of a second for everybody. 0 where it does not tell. */
export function processorMs(pid: number): number {
  try {
    // The name of the program, in brackets, may hold spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (user + system) * 10;
  } catch {
    return 0;
  }
}
