import { readFileSync } from 'node:fs';

/**
 * The processors for work that may last minutes: all that this process may use, but the first. Whoever waits for an answer
 * is woken there at once; on a processor that is taken even idle work is pushed aside only after the millisecond it was promised.
 * As `taskset -c` takes them (`1`, `1-3`, `4,6-7`); undefined where there is but one, or the system does not tell.
 */
export function coresForLongWork(): string | undefined {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return withoutFirst(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '');
  } catch {
    return undefined;
  }
}

/** @param list processors as Linux writes them, such as `0-3,8` */
export function withoutFirst(list: string): string | undefined {
  const [head = '', ...others] = list.split(',');
  const [first, last] = head.split('-').map(Number);
  if (first === undefined || last === undefined || Number.isNaN(last)) return others.join(',') || undefined;
  return [first + 1 === last ? last : `${first + 1}-${last}`, ...others].join(',');
}
