import os from 'node:os';
import { findPart, replacePart } from '../scripts/written-part.ts';
import type { RunIdentity } from './run-identity.ts';

export interface Figure {
  /** Begins with a number. */
  figure: string;
  /** `≥` or `≤` and a number; empty where nothing is promised. */
  limit: string;
  isMet: boolean;
}

/** One of several figures of a row, under the name that its title and a miss have. */
export interface NamedFigure extends Figure {
  name: string;
}

/** Of a row with several figures `figure` and `limit` have those of all, in their order, and all of them must be met. */
export interface Row extends Figure {
  what: string;
  against: string;
  ours: string;
  theirs: string;
  figures?: readonly NamedFigure[];
}

const PART = 'bench';
const COMMAND = 'npm run bench';
const HEAD = ['| what | ours | twin | figure | limit | | date, commit |', '|---|---|---|---|---|---|---|'];
const FIGURE_CELL = 3;
/** The figures of one row. */
const BETWEEN = ' / ';
/** What a row may lose against the table of the last commit. */
const LOSS_MAX = 0.2;
/** Below this part of its limit a figure loses nothing: the last digit alone would be a fifth of 0.2 of 20 MB. */
const NEGLIGIBLE = 0.1;

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

/** A row of several figures of one thing, whose names end its title. */
export function rowOf(what: string, figures: readonly NamedFigure[], note = ''): Row {
  const list = (cellOf: (one: NamedFigure) => string): string => figures.map(cellOf).join(BETWEEN);
  return {
    what: `${what}: ${list(({ name }) => name)}${note}`,
    ...{ against: '', ours: '', theirs: '' },
    figure: list(({ figure }) => figure),
    limit: list(({ limit }) => limit),
    isMet: figures.every(({ isMet }) => isMet),
    figures,
  };
}

const figuresOf = (row: Row): readonly NamedFigure[] => row.figures ?? [{ ...row, name: '' }];

const numberOf = (figure: string): number => Number.parseFloat(figure.replaceAll(',', ''));

/** The figures of a row in a document that have become worse by more than a fifth, as they stand there. */
export function findRegression(row: Row, landed: string): string | undefined {
  const line = linesOf(landed).get(titleOf(row));
  if (line === undefined) return undefined;
  const before = cellsOf(line)[FIGURE_CELL]?.split(BETWEEN) ?? [];
  const worse = figuresOf(row).flatMap(({ name, figure, limit }, i) => {
    const was = before[i];
    return was !== undefined && isWorse(numberOf(was), numberOf(figure), limit) ? [`${was} ${name}`.trim()] : [];
  });
  return worse.length === 0 ? undefined : worse.join(', ');
}

function isWorse(was: number, is: number, limit: string): boolean {
  if (limit === '') return false;
  if (limit.startsWith('≥')) return is < was * (1 - LOSS_MAX);
  return is > was * (1 + LOSS_MAX) && is > numberOf(limit.slice(1)) * NEGLIGIBLE;
}

function resultOf(row: Row, landed: string): string {
  if (row.limit === '') return '';
  const missed = (row.figures ?? []).filter(({ isMet }) => !isMet).map(({ name }) => name);
  const before = findRegression(row, landed);
  const result = row.isMet ? 'met' : ['**missed**', missed.join(BETWEEN)].filter(Boolean).join(': ');
  return `${result}${before === undefined ? '' : `, **was ${before}**`}`;
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
