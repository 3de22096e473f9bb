import os from 'node:os';
import type { Finding } from './findings.ts';
import type { Memory } from './fuzz-stage.ts';
import type { FramesReport } from './run-frames.ts';
import type { RequestsReport } from './run-requests.ts';

export interface FuzzReport {
  seed: number;
  requests: RequestsReport;
  frames: FramesReport;
  memory: readonly { after: string; held: Memory }[];
  /** People who were shut out for good by what was sent. */
  replaced: number;
}

const MEGABYTE = 1024 * 1024;
/** Caches are full after the first quarter; what grows after it grows without end. */
const WARM_PART = 0.25;
const GROWTH_MAX_BYTES = 150 * MEGABYTE;

/** From so many requests to each operation, half of the operations have to succeed: what is refused at the door tries nothing behind it. */
const REQUESTS_EACH = 100;
const DONE_MIN_SHARE = 0.5;

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const megabytes = (bytes: number): string => `${whole(bytes / MEGABYTE)} MB`;

function growth(memory: FuzzReport['memory']): { warm: number; last: number; highest: number } {
  const sizes = memory.map(({ held }) => held.rss);
  const warm = sizes[Math.floor((sizes.length - 1) * WARM_PART)] ?? 0;
  return { warm, last: sizes.at(-1) ?? 0, highest: Math.max(0, ...sizes) };
}

function getsThrough({ requests, frames }: Pick<FuzzReport, 'requests' | 'frames'>): boolean {
  const done = (requests.operations - requests.neverDone.length) / requests.operations;
  const isShort = requests.sent < requests.operations * REQUESTS_EACH;
  return (isShort || done >= DONE_MIN_SHARE) && (frames.sent === 0 || (frames.byOutcome.beat ?? 0) > 0);
}

export function hasPassed({ memory, ...report }: FuzzReport, findings: readonly Finding[]): boolean {
  const { warm, last } = growth(memory);
  return findings.length === 0 && last - warm <= GROWTH_MAX_BYTES && getsThrough(report);
}

export function formatFuzz(report: FuzzReport, findings: readonly Finding[], run: string): string {
  const { requests, frames, memory, seed } = report;
  const { warm, last, highest } = growth(memory);
  const sorted = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, count]) => `${name}: ${whole(count)}`)
      .join(', ');
  return [
    `${run}: **${hasPassed(report, findings) ? 'passed' : 'failed'}**, seed ${seed}. ${os.cpus().length} cores of ${os.cpus()[0]?.model ?? 'an unknown processor'}, load ${os.loadavg()[0]?.toFixed(1)} at the end.`,
    '',
    '| what | result | limit |',
    '|---|---|---|',
    `| requests | ${whole(requests.sent)} to ${requests.operations} operations in ${whole(requests.seconds)} s | |`,
    `| their answers | ${sorted(requests.byStatus)} | |`,
    `| operations that succeeded at least once | ${requests.operations - requests.neverDone.length} | half of them, from ${REQUESTS_EACH} requests to each |`,
    `| frames | ${whole(frames.sent)} to ${frames.channels} sockets in ${whole(frames.seconds)} s | |`,
    `| what followed: an answered \`beat\`, or a close code | ${sorted(frames.byOutcome)} | |`,
    `| people shut out for good by what was sent | ${report.replaced} | |`,
    `| kinds of findings: 5xx, undeclared answers, crashes, logged errors | ${findings.length} | 0 |`,
    `| resident set after garbage collection, a quarter in, at most, and at the end | ${megabytes(warm)}, ${megabytes(highest)}, ${megabytes(last)} | ${megabytes(GROWTH_MAX_BYTES)} more than a quarter in |`,
  ].join('\n');
}
