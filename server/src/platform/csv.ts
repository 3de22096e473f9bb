import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** One column of a file: its head, and what a row says in it. Numbers stay numbers; null is nothing. */
export interface CsvColumn<Row> {
  name: string;
  value: (row: Row) => string | number | null | undefined;
}

/** Excel tells UTF-8 from other encodings by this mark alone. */
const BYTE_ORDER_MARK = '\u{feff}';
/**
 * What spreadsheets take for the beginning of a formula: at the beginning of a text, and wherever those begin another cell that
 * separate by semicolons or tabs, as half of Europe's do. They know no quotes in the middle of such a cell.
 */
const FORMULA = /(^|[\r\n\t;])(?=[=+\-@\t\r])/g;
const GUARDED = /(^|[\r\n\t;])'(?=[=+\-@\t\r])/g;
const LINES_AT_ONCE = 200;

/**
 * Send rows as a file of comma-separated values (RFC 4180, UTF-8 with its mark). Rows are read as fast as they are taken and no
 * faster, so that a long list takes no more memory than a short one.
 */
export function streamCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}.csv"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(csvLines(columns, rows), { objectMode: false }));
}

/** The text of the file in pieces of some lines each. */
export async function* csvLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<string> {
  let chunk = BYTE_ORDER_MARK + line(columns.map(({ name }) => name));
  let lines = 0;
  for await (const row of rows) {
    chunk += line(columns.map(({ value }) => value(row)));
    lines += 1;
    if (lines % LINES_AT_ONCE !== 0) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

const line = (cells: readonly (string | number | null | undefined)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** What somebody typed must not run as a formula where staff open the file: such a text gets a quote before it, where it may begin. */
function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface CsvLine {
  /** Where it begins in the file, counted from one. */
  line: number;
  cells: string[];
}

/**
 * Read a file of comma-separated values, as this module writes it and as spreadsheets do: with or without the mark, separated by
 * commas or semicolons (as the first line is), line breaks of any kind, also within quotes. Empty lines are left out. The quote
 * that keeps a text from being a formula is taken off again. Undefined: a quote is not closed.
 */
export function parseCsv(text: string): CsvLine[] | undefined {
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const [first = ''] = source.split(/[\r\n]/, 1);
  const separator = !first.includes(',') && first.includes(';') ? ';' : ',';
  const reader = { at: 0, line: 1 };
  const lines: CsvLine[] = [];
  while (reader.at < source.length) {
    const row = { line: reader.line, cells: [] as string[] };
    for (let ended = false; !ended; ) {
      const value = parseCell(source, separator, reader);
      if (value === undefined) return undefined;
      row.cells.push(unguarded(value));
      ended = source[reader.at] !== separator;
      if (!ended) reader.at += 1;
    }
    skipBreak(source, reader);
    if (row.cells.some((value) => value !== '')) lines.push(row);
  }
  return lines;
}

interface Reader {
  at: number;
  line: number;
}

function parseCell(source: string, separator: string, reader: Reader): string | undefined {
  if (source[reader.at] !== '"') {
    const start = reader.at;
    while (reader.at < source.length && ![separator, '\n', '\r'].includes(source[reader.at] as string)) reader.at += 1;
    return source.slice(start, reader.at).trim();
  }
  let value = '';
  for (reader.at += 1; ; ) {
    const end = source.indexOf('"', reader.at);
    if (end === -1) return undefined;
    const part = source.slice(reader.at, end);
    reader.line += part.split('\n').length - 1;
    value += part;
    reader.at = end + 1;
    if (source[reader.at] !== '"') return value.trim();
    value += '"';
    reader.at += 1;
  }
}

function skipBreak(source: string, reader: Reader): void {
  // What stands between a closing quote and the end of the line belongs to nothing.
  while (reader.at < source.length && source[reader.at] !== '\n' && source[reader.at] !== '\r') reader.at += 1;
  if (source[reader.at] === '\r' && source[reader.at + 1] === '\n') reader.at += 1;
  reader.at += 1;
  reader.line += 1;
}

function unguarded(value: string): string {
  return value.replace(GUARDED, '$1');
}
