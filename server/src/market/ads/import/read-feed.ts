import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';

/** One entry of a feed, not checked yet. `bytes` is how far the file has been read, for progress. */
export type FeedEntry = { line: number; bytes: number } & ({ value: unknown } | { problem: string });

/** Longer than any ad can be; a file without line breaks must not fill memory. */
const LINE_MAX_BYTES = 256 * 1024;

export const FEED_KINDS = ['.jsonl', '.ndjson', '.csv'] as const;

/** Read a feed entry by entry, however long it is: JSON Lines or CSV with a header, told by the file's name. */
export function readFeed(file: string): AsyncGenerator<FeedEntry> {
  return path.extname(file).toLowerCase() === '.csv' ? readCsv(file) : readJsonLines(file);
}

async function* readJsonLines(file: string): AsyncGenerator<FeedEntry> {
  for await (const { line, text, bytes } of splitLines(createReadStream(file))) {
    if (text === undefined) {
      yield { line, bytes, problem: `longer than ${LINE_MAX_BYTES} bytes` };
    } else if (text.trim() !== '') {
      yield { line, bytes, ...parseJson(text) };
    }
  }
}

function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'not JSON' };
  }
}

interface Line {
  line: number;
  /** Undefined for a line that is too long to be kept. */
  text: string | undefined;
  bytes: number;
}

const NEWLINE = 0x0a;

/** Lines of a stream, each held in memory only up to its limit. */
export async function* splitLines(stream: Readable): AsyncGenerator<Line> {
  let line = 0;
  let bytes = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const finish = (): Line => {
    const text = length > LINE_MAX_BYTES ? undefined : Buffer.concat(parts).toString('utf8');
    parts = [];
    length = 0;
    line += 1;
    return { line, text: line === 1 ? text?.replace(/^\uFEFF/, '') : text, bytes };
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      append(chunk.subarray(start, end));
      bytes += end + 1 - start;
      start = end + 1;
      yield finish();
    }
    append(chunk.subarray(start));
    bytes += chunk.length - start;
  }
  if (length > 0) yield finish();

  function append(part: Buffer): void {
    length += part.length;
    // Once over the limit the rest is only counted.
    if (length <= LINE_MAX_BYTES && part.length > 0) parts.push(part);
  }
}

async function* readCsv(file: string): AsyncGenerator<FeedEntry> {
  const problems: FeedEntry[] = [];
  const parser = createReadStream(file).pipe(
    parse({
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim()),
      delimiter: [',', ';', '\t'],
      info: true,
      max_record_size: LINE_MAX_BYTES,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error: CsvError | undefined) => {
        problems.push({ line: parser.info.lines, bytes: parser.info.bytes, problem: error?.message ?? 'not CSV' });
        return undefined;
      },
    }),
  );
  for await (const { record, info } of parser as AsyncIterable<{
    record: unknown;
    info: { lines: number; bytes: number };
  }>) {
    yield* problems.splice(0);
    yield { line: info.lines, bytes: info.bytes, value: record };
  }
  yield* problems.splice(0);
}
