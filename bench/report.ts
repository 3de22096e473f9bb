import os from 'node:os';
import { findPart, replacePart } from '../scripts/written-part.ts';
import type { RunIdentity } from './run-identity.ts';

export interface Row {
  what: string;
  against: string;
  ours: string;
  theirs: string;
  /** Begins with a number. */
  figure: string;
  /** `≥` or `≤` and a number; empty where nothing is promised. */
  limit: string;
  isMet: boolean;
}

const PART = 'bench';
const COMMAND = 'npm run bench';
const HEAD = ['| what | ours | twin | figure | limit | | date, commit |', '|---|---|---|---|---|---|---|'];
const FIGURE_CELL = 3;
/** What a row may lose against the table of the last commit. */
const LOSS_MAX = 0.2;

const titleOf = ({ what, against }: Row): string => `${what}${against && ` — against ${against}`}`;

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** Lines of the table of a document by what they measure. */
function linesOf(document: string): Map<string, string> {
  const lines = findPart(document, PART, COMMAND)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !HEAD.includes(line));
  return new Map(lines.map((line) => [cellsOf(line)[0] ?? '', line]));
}

const numberOf = (figure: string): number => Number.parseFloat(figure.replaceAll(',', ''));

/** The figure of a row in a document, where the row has become worse than it by more than a fifth. */
export function findRegression(row: Row, landed: string): string | undefined {
  const line = linesOf(landed).get(titleOf(row));
  const before = line === undefined ? undefined : cellsOf(line)[FIGURE_CELL];
  if (before === undefined || row.limit === '') return undefined;
  const [was, is] = [numberOf(before), numberOf(row.figure)];
  const isWorse = row.limit.startsWith('≥') ? is < was * (1 - LOSS_MAX) : was > 0 && is > was * (1 + LOSS_MAX);
  return isWorse ? before : undefined;
}

function resultOf(row: Row, landed: string): string {
  if (row.limit === '') return '';
  const before = findRegression(row, landed);
  return `${row.isMet ? 'met' : '**missed**'}${before === undefined ? '' : `, **was ${before}**`}`;
}

export function printRows(rows: readonly Row[], landed: string): void {
  for (const row of rows) {
    const compared = row.against === '' ? '' : `\n      ${row.ours} against ${row.theirs} (${row.against})`;
    const result = resultOf(row, landed).replaceAll('*', '').padEnd(6);
    console.log(`${result} ${row.what}: ${row.figure}${row.limit && `, limit ${row.limit}`}${compared}`);
  }
}

/**
 * Puts rows into the table of a document, each in the place of the one that measured the same, and new ones at the end.
 * A run of everything also removes what it no longer measures.
 */
export function writeRows(
  document: string,
  rows: readonly Row[],
  { date, commit, landed, isWhole }: RunIdentity & { landed: string; isWhole: boolean },
): string {
  const written = new Map(
    rows.map((row) => {
      const cells = [titleOf(row), row.ours, row.theirs, row.figure, row.limit, resultOf(row, landed)];
      return [titleOf(row), `| ${[...cells, `${date}, ${commit}`].join(' | ')} |`];
    }),
  );
  const lines = isWhole ? written : new Map([...linesOf(document), ...written]);
  return replacePart(document, PART, COMMAND, [...HEAD, ...lines.values()].join('\n'));
}

export function machine(): string {
  const [cpu] = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const load = os.loadavg()[1]?.toFixed(1);
  return `${os.cpus().length} cores (${cpu?.model.trim() || os.arch()}), ${memory} GB, ${os.platform()}, Node ${process.versions.node}, load ${load} at the end`;
}
