import { Readable } from 'node:stream';
import { isoInZone, MOSCOW } from '@app/contract/platform/time-zones';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';

export interface CsvColumn<Row> {
  name: string;
  /** Dates are written in the zone of whoever reads the file. */
  value: (row: Row) => string | number | Date | null | undefined;
}

/** Excel recognizes UTF-8 only by this mark. */
const BYTE_ORDER_MARK = '\u{feff}';
/**
 * Characters that start a formula at the beginning of a cell. Spreadsheets with a European locale split at semicolons
 * or tabs and ignore quotes in the middle of such a cell, so the start of every such part counts too.
 */
const FORMULA = /(^|[\r\n\t;])(?=[=+\-@\t\r])/g;
const GUARDED = /(^|[\r\n\t;])'(?=[=+\-@\t\r])/g;
const LINES_AT_ONCE = 200;

/**
 * Sends rows as a CSV file (RFC 4180, UTF-8 with BOM). Rows are read at the speed of the client, so that memory use
 * does not depend on their number.
 */
export function streamCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
  timeZone: string | null = null,
): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}.csv"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(csvLines(columns, rows, timeZone), { objectMode: false }));
}

export async function* csvLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
  timeZone: string | null = null,
): AsyncGenerator<string> {
  let begin = BYTE_ORDER_MARK;
  let lines: unknown[][] = [columns.map(({ name }) => name)];
  let count = 0;
  for await (const row of rows) {
    lines.push(columns.map(({ value }) => value(row)));
    count += 1;
    if (count % LINES_AT_ONCE !== 0) continue;
    yield begin + formatLines(lines, timeZone ?? MOSCOW);
    begin = '';
    lines = [];
  }
  if (lines.length > 0) yield begin + formatLines(lines, timeZone ?? MOSCOW);
}

/**
 * Escapes user input that a spreadsheet would run as a formula when staff open the file: a quote is inserted wherever a
 * formula may begin. The library's own escaping covers only the beginning of a cell.
 */
const formatLines = (lines: unknown[][], timeZone: string): string =>
  stringify(lines, {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: { string: (text) => text.replace(FORMULA, "$1'"), date: (at) => isoInZone(at, timeZone) },
  });

export interface CsvLine {
  line: number;
  cells: string[];
}

/**
 * Parses a CSV file written by this module or a spreadsheet: with or without BOM, separated by commas or semicolons
 * (decided by the first line), any line breaks, also within quotes. Empty lines are skipped, and the quote against
 * formulas is removed. Returns undefined when a quote is not closed.
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
  // Ignores anything between a closing quote and the end of the cell.
  while (reader.at < source.length && source[reader.at] !== '\n' && source[reader.at] !== '\r') reader.at += 1;
  if (source[reader.at] === '\r' && source[reader.at + 1] === '\n') reader.at += 1;
  reader.at += 1;
  reader.line += 1;
}

function unguarded(value: string): string {
  return value.replace(GUARDED, '$1');
}
