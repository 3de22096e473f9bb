import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LARGE_SITE, SMALL_SITE } from './data/whole-site.ts';
import { machine } from './report.ts';
import { type Cost, GROWTH_MAX, type GrowthRow, growthOf, processorTime, spreadOf } from './rows/growth-rows.ts';
import type { RunIdentity } from './run-identity.ts';

const FILE = path.resolve(import.meta.dirname, '../docs/bench.md');
const GROWTH_TITLE = '## What a hundredfold of everything changes';

const wallTime = ({ wall }: Cost): number => wall;

/** Replaces the section of that title, up to the next one of its level; it comes last where there was none. */
export function writeGrowth(rows: readonly GrowthRow[], run: RunIdentity, minutes: number): void {
  const text = readFileSync(FILE, 'utf8');
  const at = text.indexOf(GROWTH_TITLE);
  const start = at === -1 ? text.length : at;
  const next = text.indexOf('\n## ', start);
  const before = at === -1 ? `${text}\n` : text.slice(0, start);
  writeFileSync(FILE, `${before}${sectionOf(rows, run, minutes)}${next === -1 ? '' : text.slice(next)}`);
}

/** Judged by processor time: what else the machine does moves a p95 by the clock by a third. */
export const isGrowthMet = (row: GrowthRow): boolean => growthOf(row, processorTime) <= GROWTH_MAX;

function sectionOf(rows: readonly GrowthRow[], { date, commit }: RunIdentity, minutes: number): string {
  const size = ({ people, ads }: typeof LARGE_SITE, messages: string): string =>
    `${people.toLocaleString('en')} people, ads and publications (${ads.toLocaleString('en')} each) and ${messages} messages`;
  return [
    GROWTH_TITLE,
    `Written by \`npm run bench -- --growth\` on ${date}, commit ${commit}, in ${Math.round(minutes)} minutes, on ${machine()}.`,
    '',
    `A site of ${size(SMALL_SITE, '130,000')} against one of ${size(LARGE_SITE, '10 million')}, on the same PostgreSQL with`,
    'the settings of `deploy/postgres/okolo.conf`, asked the same over HTTP by people who have as much on either, request by request in turns. Milliseconds, p50 / p95',
    'over the requests: by the clock, the median of five rounds, and of the processors, Node and the connections of PostgreSQL together (in',
    'brackets the mean of each), the least of five. No p95 may grow by more than a fifth; judged by processor time, because other work moves the clock.',
    '',
    '| call | requests | clock: small | large | | processors: small | large | | p95 |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows.map(formatGrowthRow),
    ...summariesOf(rows).map(formatGrowthRow),
    '',
  ].join('\n');
}

/** All calls of a kind, and all together. */
export function summariesOf(rows: readonly GrowthRow[]): GrowthRow[] {
  const together = (what: string, some: readonly GrowthRow[]): GrowthRow[] =>
    some.slice(0, 1).map(({ kind }) => ({
      kind,
      what: `**${what}**`,
      small: some.flatMap(({ small }) => small),
      large: some.flatMap(({ large }) => large),
    }));
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)];
  return [...kinds.flatMap(([kind, some]) => together(`all of ${kind}`, some)), ...together('all calls', rows)];
}

export function formatGrowthRow(row: GrowthRow): string {
  const spread = (costs: readonly Cost[], timeOf: (cost: Cost) => number): string => {
    const { p50, p95 } = spreadOf(costs, timeOf);
    return `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
  };
  const mean = (costs: readonly Cost[], timeOf: (cost: Cost) => number): string =>
    (costs.reduce((sum, cost) => sum + timeOf(cost), 0) / costs.length).toFixed(1);
  const processors = (costs: readonly Cost[]): string =>
    `${spread(costs, processorTime)} (${mean(costs, ({ node }) => node)} + ${mean(costs, ({ database }) => database)})`;
  const times = (timeOf: (cost: Cost) => number): string => `${growthOf(row, timeOf).toFixed(2)} ×`;
  const { what, small, large } = row;
  return `| ${what} | ${small.length} | ${spread(small, wallTime)} | ${spread(large, wallTime)} | ${times(wallTime)} | ${processors(small)} | ${processors(large)} | ${times(processorTime)} | ${isGrowthMet(row) ? 'met' : 'missed'} |`;
}
