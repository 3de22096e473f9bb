import { readFileSync } from 'node:fs';

/** Processor time of a program, milliseconds; 0 where the system does not tell. */
export function processorMs(pid: number): number {
  try {
    return readProcessorMs(pid);
  } catch {
    return 0;
  }
}

/** The same where it has to be known: of all threads since the program began; fails where there is no such program. */
export function readProcessorMs(pid: number): number {
  // The name of the program, in brackets, may hold spaces.
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  // The kernel counts hundredths of a second for everybody.
  return (user + system) * 10;
}
