import os from 'node:os';
import type { CheckResult } from './checks.ts';
import type { LoadReport } from './run-load.ts';
import type { Spread } from './timing.ts';

/** Limits in milliseconds for 95 % of users: recovery after a fault, and delivery without faults. */
export const RECOVERY_MAX_MS = 5000;
export const SEEN_MAX_MS = 100;

export const ms = (value: number): string =>
  Number.isFinite(value) ? `${Math.round(value).toLocaleString('en')} ms` : 'never';
export const spread = ({ p50, p95, p99, max }: Spread): string =>
  `p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}, at most ${ms(max)}`;

export const met = (isMet: boolean): string => (isMet ? 'met' : '**missed**');
export const checkRows = (checks: readonly CheckResult[]): string[] =>
  checks.map(({ what, count }) => `| ${what} | ${count.toLocaleString('en')} | 0 | ${met(count === 0)} |`);

/**
 * A run passes when every count is 0 and users recovered in time. Delivery times are reported but not judged, because
 * they depend on the machine.
 */
export function hasPassed({ checks, faults, recoveryAll }: LoadReport): boolean {
  return checks.every(({ count }) => count === 0) && (faults.length === 0 || recoveryAll.p95 <= RECOVERY_MAX_MS);
}

export function formatReport(report: LoadReport): string {
  const { options, checks, faults, recovery, recoveryAll, seen, connection, calls, load } = report;
  return [
    `${options.users} people, ${report.dialogs} dialogs, ${options.rate} messages a second for ${options.seconds} s, ${faults.length} faults, seed ${options.seed}, ${report.redis};`,
    `${os.cpus().length} cores, load ${load.before.toFixed(1)} before and ${load.after.toFixed(1)} after.`,
    '',
    '| what | result | limit | |',
    '|---|---|---|---|',
    ...checkRows(checks),
    ...(faults.length === 0
      ? []
      : [
          `| Sending and receiving again after a fault, p95 | ${ms(recoveryAll.p95)} | ≤ ${ms(RECOVERY_MAX_MS)} | ${met(recoveryAll.p95 <= RECOVERY_MAX_MS)} |`,
          ...recovery.map(({ kind, spread: of }) => `| — ${times(report, kind)} | ${spread(of)} | | |`),
        ]),
    `| Written → seen by the other, nothing wrong | ${spread(seen.calm)} (${seen.calm.of.toLocaleString('en')}) | p95 ≤ ${ms(SEEN_MAX_MS)} | ${met(seen.calm.p95 <= SEEN_MAX_MS)} |`,
    `| Written → seen by the other, whatever happened | ${spread(seen.all)} (${seen.all.of.toLocaleString('en')}) | | |`,
    `| Acknowledged | ${report.acknowledged.toLocaleString('en')} of ${report.written.toLocaleString('en')}, ${report.perSecond.toFixed(0)} a second while people wrote; ${report.retried.toLocaleString('en')} needed another try | | |`,
    `| Calls | ${Object.entries(calls)
      .map(([status, count]) => `${status}: ${count.toLocaleString('en')}`)
      .join(', ')} | | |`,
    ...(faults.length > 0
      ? []
      : [
          `| Processor time of one message | ${Object.entries(report.processor)
            .map(([name, time]) => `${name} ${time.toFixed(2)} ms`)
            .join(', ')} | | |`,
        ]),
    `| Lines | opened ${connection.opened}, broken ${connection.broken}, found dead ${connection.deaf}, told to read anew ${connection.limited} | | |`,
  ].join('\n');
}

function times({ faults }: LoadReport, kind: string): string {
  const count = faults.filter((fault) => fault.kind === kind).length;
  return `${kind}, ${count === 1 ? 'once' : `${count} times`}`;
}
