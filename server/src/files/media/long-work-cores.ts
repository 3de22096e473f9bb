import { readFileSync } from 'node:fs';

/**
 * CPUs for work that takes minutes: all available to this process except the first, which stays free for interactive
 * work; even idle-priority work gives up a busy CPU only after about a millisecond. Format of `taskset -c` (`1`, `1-3`,
 * `4,6-7`); undefined with a single CPU or when unknown.
 */
export function coresForLongWork(): string | undefined {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return withoutFirst(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '');
  } catch {
    return undefined;
  }
}

export function withoutFirst(list: string): string | undefined {
  const [head = '', ...others] = list.split(',');
  const [first, last] = head.split('-').map(Number);
  if (first === undefined || last === undefined || Number.isNaN(last)) return others.join(',') || undefined;
  return [first + 1 === last ? last : `${first + 1}-${last}`, ...others].join(',');
}
