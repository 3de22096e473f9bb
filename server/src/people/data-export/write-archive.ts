import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportedData } from '../../platform/exported-data.ts';

export interface ArchiveEntry {
  name: string;
  changedAt: Date;
  /** True for images, which are stored uncompressed in the ZIP. */
  isCompressed: boolean;
  /** Undefined when the file is gone; it is left out. */
  open(): Promise<Readable | undefined>;
  done?(): void;
}

/**
 * Writes a ZIP file. Entries are read one at a time with only stream buffers, so memory use does not depend on the
 * size. `onWritten` receives the bytes written so far.
 */
export async function writeArchive(
  target: string,
  entries: AsyncIterable<ArchiveEntry>,
  onWritten: (bytes: number) => void = () => {},
): Promise<void> {
  const zip = new ZipFile();
  const source = zip.outputStream as Readable;
  let bytes = 0;
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      onWritten(bytes);
      yield chunk;
    }
  };
  const written = pipeline(source, count, createWriteStream(target, { mode: 0o600 }));
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject);
    written.catch(reject);
  });
  failed.catch(() => {});
  try {
    await addEntries(zip, entries, failed);
    await Promise.race([written, failed]);
  } catch (error) {
    source.destroy();
    await written.catch(() => {});
    throw error;
  }
}

/** Streams an archive to a download. When the client disconnects, the stream being read is destroyed. */
export function streamArchive(entries: AsyncIterable<ArchiveEntry>): Readable {
  const zip = new ZipFile();
  const source = zip.outputStream as Readable;
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject);
    source.once('close', () => reject(new Error('The archive was not read to its end')));
  });
  failed.catch(() => {});
  addEntries(zip, entries, failed).catch((error: Error) => source.destroy(error));
  return source;
}

async function addEntries(zip: ZipFile, entries: AsyncIterable<ArchiveEntry>, failed: Promise<never>): Promise<void> {
  for await (const { name, changedAt, isCompressed, open, done } of entries) {
    const content = await open();
    if (content === undefined) continue;
    zip.addReadStreamLazy(name, { mtime: changedAt, mode: 0o100644, compress: isCompressed }, (give) =>
      give(null, content),
    );
    try {
      await Promise.race([finished(content, { writable: false }), failed]);
    } finally {
      content.destroy();
    }
    done?.();
  }
  zip.end();
}

/** Rows are gathered into chunks of this many characters, because a write per row costs more than the row. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Streams a domain's export as JSON. Long lists are read row by row with backpressure. */
export function jsonStream(exported: ExportedData): Readable {
  return Readable.from(inChunks(jsonParts(exported)));
}

async function* inChunks(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const part of parts) {
    chunk += part;
    if (chunk.length >= CHUNK_CHARACTERS) {
      yield Buffer.from(chunk);
      chunk = '';
    }
  }
  yield Buffer.from(chunk);
}

async function* jsonParts(exported: ExportedData): AsyncGenerator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(exported)) {
    yield `${before}\n  ${JSON.stringify(name)}: `;
    if (isLongList(value)) yield* listParts(value);
    else yield indented(JSON.stringify(value ?? null, null, 2));
    before = ',';
  }
  yield before === '{' ? '{}\n' : '\n}\n';
}

async function* listParts(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[';
  for await (const row of rows) {
    yield `${before}\n    ${JSON.stringify(row)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : '\n  ]';
}

const indented = (json: string): string => json.replaceAll('\n', '\n  ');

const isLongList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
