import os from 'node:os';
import type { Spread } from '../load/timing.ts';
import { DRILL_FAULTS } from './drill-faults.ts';
import { BACK_MAX_MS, type DrillReport, type FaultResult } from './run-drill.ts';

export interface RunIdentity {
  date: string;
  commit: string;
}

const seconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'never');
const spread = ({ p50, p95, max }: Spread): string => `${seconds(p50)} / ${seconds(p95)} / ${seconds(max)}`;
const met = (isMet: boolean): string => (isMet ? 'met' : '**missed**');

const isBack = ({ people, guests, calls }: FaultResult): boolean =>
  [people, guests, calls].every(({ p95 }) => p95 <= BACK_MAX_MS);

export const isGreen = ({ checks, results }: DrillReport): boolean =>
  results.length > 0 && checks.every(({ count }) => count === 0) && results.every(isBack);

export function formatDrill(report: DrillReport, { date, commit }: RunIdentity): string {
  const { load, results, refused, checks } = report;
  const { options } = load;
  return [
    `${date}, commit ${commit}: **${isGreen(report) ? 'passed' : 'failed'}**.`,
    '',
    `${options.users} people write ${options.rate} messages a second, ${report.visits.toLocaleString('en')} pages and lists were read by guests, ${report.files.toLocaleString('en')} files uploaded, four calls of two went on; ${options.faults.length} faults, seed ${options.seed}. ${report.versions}; two web nodes, jobs, two media nodes. ${os.cpus().length} cores of ${os.cpus()[0]?.model ?? 'an unknown processor'}, Linux ${os.release()}, load ${load.load.before.toFixed(1)} before and ${load.load.after.toFixed(1)} after.`,
    '',
    `| fault | people write and hear again: p50 / p95 / max | guests read again | calls heard again | all p95 ≤ ${BACK_MAX_MS / 1000} s |`,
    '|---|---|---|---|---|',
    ...results.map(
      (result) =>
        `| \`${result.name}\`: ${DRILL_FAULTS[result.name].what} | ${spread(result.people)} | ${spread(result.guests)} | ${spread(result.calls)} | ${met(isBack(result))} |`,
    ),
    ...refused.map(([name, reason]) => `| \`${name}\`: ${DRILL_FAULTS[name].what} | skipped: ${reason} | | | |`),
    '',
    `| what | result | limit | |`,
    '|---|---|---|---|',
    ...checks.map(({ what, count }) => `| ${what} | ${count.toLocaleString('en')} | 0 | ${met(count === 0)} |`),
    '',
    `Acknowledged: ${load.acknowledged.toLocaleString('en')} of ${load.written.toLocaleString('en')} messages, of which ${load.retried.toLocaleString('en')} needed another try. Written → seen with nothing wrong: p50 ${Math.round(load.seen.calm.p50)} ms, p95 ${Math.round(load.seen.calm.p95)} ms. Rooms were entered ${report.roomsEntered} times by eight people.`,
  ].join('\n');
}
