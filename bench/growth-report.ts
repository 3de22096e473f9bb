import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LARGE_SITE, SMALL_SITE } from './data/whole-site.ts';
import { machine } from './report.ts';
import { formatGrowthRow, GROWTH_MAX, type GrowthRow } from './rows/growth-rows.ts';

const FILE = path.resolve(import.meta.dirname, '../docs/capacity.md');
const TITLE = '## What a hundredfold of everything changes';

/** Replaces the section of that title, up to the next one of its level. */
export function writeGrowth(rows: readonly GrowthRow[], minutes: number): void {
  const text = readFileSync(FILE, 'utf8');
  const start = text.indexOf(TITLE);
  if (start === -1) throw new Error(`docs/capacity.md has no section «${TITLE}»`);
  const next = text.indexOf('\n## ', start);
  writeFileSync(FILE, `${text.slice(0, start)}${sectionOf(rows, minutes)}${next === -1 ? '' : text.slice(next)}`);
}

function sectionOf(rows: readonly GrowthRow[], minutes: number): string {
  const size = ({ people, ads }: typeof LARGE_SITE, messages: string): string =>
    `${people.toLocaleString('en')} people, ${ads.toLocaleString('en')} ads and ${messages} messages`;
  return [
    TITLE,
    `Written by \`npm run bench -- --growth\` on ${new Date().toISOString().slice(0, 10)}, in ${Math.round(minutes)} minutes, on ${machine()}.`,
    '',
    `A site of ${size(SMALL_SITE, '130,000')} against one of ${size(LARGE_SITE, '10 million')}, on the same PostgreSQL with`,
    'the product’s settings, asked the same by people who have as much on either, in alternating rounds. Milliseconds; `p50 / p95` over the',
    'requests, each the median of its rounds, and the processor time of node + database for one call. No p95 may grow by more than a fifth.',
    '',
    `| call | small: p50 / p95 | node + database | large: p50 / p95 | node + database | p95, limit ${GROWTH_MAX} × | |`,
    '|---|---|---|---|---|---|---|',
    ...rows.map(formatGrowthRow),
    '',
  ].join('\n');
}
