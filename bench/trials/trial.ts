import os from 'node:os';
import type { RunIdentity } from '../drill/print-drill.ts';
import type { CheckResult } from '../load/checks.ts';
import { checkRows, met } from '../load/print-report.ts';

export interface TrialSetting {
  /** Directory for the database and the files; other accounts must be able to enter it. */
  dataDir: string;
  /** The numbers of {@link Trial.numbers}, as given. */
  numbers: Readonly<Record<string, number>>;
  seed: number;
  /** What is spoiled before it is judged, so that it is seen to be found. */
  sabotage: string | undefined;
}

/** Something else than a count that must be 0. */
export interface Judged {
  what: string;
  result: string;
  limit: string;
  isMet: boolean;
}

export interface TrialResult {
  /** What was done, on what, as a sentence without its end. */
  scene: string;
  checks: CheckResult[];
  judged?: Judged[];
  /** What is told and not judged. */
  told: [what: string, result: string][];
  errors: Map<string, number>;
  deaths: readonly string[];
}

export interface Trial {
  /** Options of the command, and what they are without. */
  numbers: Readonly<Record<string, number>>;
  sabotages: readonly string[];
  /** About how many minutes it takes on a quiet machine. */
  minutes(numbers: Readonly<Record<string, number>>): number;
  /** Why it cannot be had on this machine. */
  whyNot?(numbers: Readonly<Record<string, number>>): string | undefined;
  run(setting: TrialSetting): Promise<TrialResult>;
}

/** What holds for each trial, whatever it tries. */
export const judgeProcesses = ({ deaths }: TrialResult): CheckResult => ({
  what: 'Processes that ended by themselves',
  count: deaths.length,
  examples: [...deaths],
});

export const isGreen = ({ checks, judged = [] }: Pick<TrialResult, 'checks' | 'judged'>): boolean =>
  checks.every(({ count }) => count === 0) && judged.every(({ isMet }) => isMet);

export interface MachineLoad {
  before: number;
  after: number;
}

export const loadNow = (): number => os.loadavg()[0] ?? 0;

export function formatTrial(
  result: TrialResult,
  { date, commit }: RunIdentity,
  { before, after }: MachineLoad,
): string {
  const { scene, checks, judged = [], told } = result;
  return [
    `${date}, commit ${commit}: **${isGreen(result) ? 'passed' : 'failed'}**.`,
    '',
    `${scene}; ${os.cpus().length} cores of ${os.cpus()[0]?.model.trim() ?? 'an unknown processor'}, load ${before.toFixed(1)} before and ${after.toFixed(1)} after.`,
    '',
    '| what | result | limit | |',
    '|---|---|---|---|',
    ...checkRows(checks),
    ...judged.map(({ what, result: found, limit, isMet }) => `| ${what} | ${found} | ${limit} | ${met(isMet)} |`),
    ...told.map(([what, found]) => `| ${what} | ${found} | | |`),
  ].join('\n');
}
