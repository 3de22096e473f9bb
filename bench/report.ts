import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Row {
  what: string;
  against: string;
  ours: string;
  theirs: string;
  figure: string;
  limit: string;
  isMet: boolean;
  reason?: string;
}

const REPORT_FILE = path.resolve(import.meta.dirname, '../docs/bench.md');

const MISSED_TITLE = '## Why a limit is missed';
const TWINS_TITLE = '## What the twins are';
const OWN_TITLES = [MISSED_TITLE, TWINS_TITLE];

const COUNTERPART_NOTES = [
  TWINS_TITLE,
  '',
  '- The bare list runs the product’s own statements and its mapping of rows to the answer, and gives the very same bytes. What',
  '  the ratio shows is the cost of everything around: routing, session, guards, parsing, filtering, headers.',
  '- The bare answer from memory sends a content type and nothing else; ours sends the security headers too. With equal headers',
  '  the two cost the same.',
  '- Bare search sends the statements that the server was seen to send, so the ratio shows what the server adds to them. It',
  '  says nothing about whether another query would be faster.',
  '- Bare sharp is held to one core, as a worker is; left to itself it takes all of them.',
  '- The cached page is held against the JSON list without compression, the figure of its own line; the line below it asks for',
  '  both as browsers do.',
  '- Bare sending replays the statements of one message, each time with numbers and a key of its own; what the product adds are',
  '  HTTP, the session, guards and the answer, besides telling the other nodes.',
  '- On a machine with other work a ratio moves by a fifth and more between runs, and one above 100 % is such noise. Where it',
  '  matters, the processor time in brackets is the steadier of the two.',
  '',
];

export function printRows(rows: readonly Row[]): void {
  for (const row of rows) {
    const compared = row.against === '' ? '' : `\n      ${row.ours} against ${row.theirs} (${row.against})`;
    console.log(
      `${limitLabel(row).padEnd(5)} ${row.what}: ${row.figure}${row.limit && `, limit ${row.limit}`}${compared}`,
    );
  }
}

export function writeReport(rows: readonly Row[], minutes: number): void {
  const lines = [
    '# Speed, measured',
    '',
    `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, in ${Math.round(minutes)} minutes, on ${machine()}.`,
    '',
    'Each figure of ours stands beside a bare twin measured in the same run: both answer in short alternating rounds, and the',
    'ratio is the median over the pairs of rounds, because what else the machine does then hits both alike. The absolute',
    'numbers belong to this machine on that day. In brackets: processor time of the server’s process for one request.',
    'A production build, the embedded PostgreSQL, limits of requests off, the load from a process of its own over loopback.',
    '',
    '| what | ours | twin | figure | limit | |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.what}${row.against && ` — against ${row.against}`} | ${row.ours} | ${row.theirs} | ${row.figure} | ${row.limit} | ${limitLabel(row)} |`,
    ),
    '',
    ...missedLimits(rows),
    ...COUNTERPART_NOTES,
    ...otherSections(readFileSync(REPORT_FILE, 'utf8')),
  ];
  writeFileSync(REPORT_FILE, `${lines.join('\n').trimEnd()}\n`);
}

/** What was measured apart stays until it is measured again. */
function otherSections(report: string): string[] {
  const [, ...sections] = report.split(/^(?=## )/m);
  return sections.filter((section) => !OWN_TITLES.some((title) => section.startsWith(`${title}\n`)));
}

function limitLabel({ limit, isMet }: Row): string {
  if (limit === '') return '';
  return isMet ? 'met' : 'missed';
}

function missedLimits(rows: readonly Row[]): string[] {
  const reasons = rows.filter(({ limit, isMet, reason }) => limit !== '' && !isMet && reason !== undefined);
  if (reasons.length === 0) return [];
  return [MISSED_TITLE, '', ...reasons.flatMap(({ what, reason = '' }) => [`**${what}.** ${reason}`, ''])];
}

export function machine(): string {
  const [cpu] = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const load = os.loadavg()[1]?.toFixed(1);
  return `${os.cpus().length} cores (${cpu?.model.trim() || os.arch()}), ${memory} GB, ${os.platform()}, Node ${process.versions.node}, ${commit()}, load ${load} at the end`;
}

function commit(): string {
  try {
    return `commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()}`;
  } catch {
    return 'no commit';
  }
}
