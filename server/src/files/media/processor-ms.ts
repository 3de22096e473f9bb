import { readFileSync } from 'node:fs';

export function processorMs(pid: number): number {
  try {
    return readProcessorMs(pid);
  } catch {
    return 0;
  }
}

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
