import path from 'node:path';
import type { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { type FeedEncoding, openFeed } from './feed-encoding.ts';

/** A feed entry before validation. `bytes` is the position in the feed as UTF-8, for progress. */
export type FeedEntry = { line: number; bytes: number } & ({ value: unknown } | { problem: string });

/** Longer than any ad; protects memory from a file without line breaks. */
const LINE_MAX_BYTES = 256 * 1024;

export const FEED_KINDS = ['.jsonl', '.ndjson', '.csv'] as const;

/** Streams the entries of a JSON Lines file or a CSV file with a header; the file extension decides. */
export function readFeed(file: string, encoding: FeedEncoding): AsyncGenerator<FeedEntry> {
  const feed = openFeed(file, encoding);
  return path.extname(file).toLowerCase() === '.csv' ? readCsv(feed) : readJsonLines(feed);
}

async function* readJsonLines(feed: Readable): AsyncGenerator<FeedEntry> {
  for await (const { line, text, bytes } of splitLines(feed)) {
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
  text: string | undefined;
  bytes: number;
}

const NEWLINE = 0x0a;

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
    // Beyond the limit bytes are only counted.
    if (length <= LINE_MAX_BYTES && part.length > 0) parts.push(part);
  }
}

export async function* readCsv(feed: Readable): AsyncGenerator<FeedEntry> {
  const problems: FeedEntry[] = [];
  const parser = feed.pipe(
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
