import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../storage/storage.ts';
import { type CopiedFile, FILES_LIST, filePath } from './manifest.ts';
import type { NamedFile } from './named-files.ts';

export interface FileTally {
  count: number;
  bytes: number;
  /** Running hash of the file list. */
  list: Hash;
}

export const newTally = (): FileTally => ({ count: 0, bytes: 0, list: createHash('sha256') });

/** Chunks of uploads in parts, whose rows are not copied either. */
const NOT_COPIED = 'private/uploads/';

export async function copyNewFiles(storage: Storage, folder: string, tally: FileTally): Promise<void> {
  for await (const { key } of storage.list('')) {
    if (key.startsWith(NOT_COPIED)) continue;
    const target = filePath(folder, key);
    if ((await sizeOf(target)) !== undefined) continue;
    const copied = await copyFile(storage, key, target);
    if (copied !== undefined) await recordFile(folder, tally, copied);
  }
}

async function copyFile(storage: Storage, key: string, target: string): Promise<CopiedFile | undefined> {
  const opened = await storage.open(key);
  if (opened === undefined) return undefined;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk);
      bytes += chunk.length;
      callback(null, chunk);
    },
  });
  await pipeline(opened.stream, meter, createWriteStream(target, { mode: 0o600 }));
  if (bytes !== opened.size) {
    await rm(target);
    throw new Error(`${key} ended after ${bytes} of ${opened.size} bytes`);
  }
  return { key, type: opened.contentType, bytes, sha256: hash.digest('hex') };
}

async function recordFile(folder: string, tally: FileTally, copied: CopiedFile): Promise<void> {
  const line = `${JSON.stringify(copied)}\n`;
  await appendFile(path.join(folder, FILES_LIST), line, { mode: 0o600 });
  tally.list.update(line);
  tally.count += 1;
  tally.bytes += copied.bytes;
}

export async function findMissing(folder: string, named: AsyncIterable<NamedFile>, max: number): Promise<string[]> {
  const missing: string[] = [];
  for await (const file of named) {
    const isThere = file.is_base
      ? await hasAny(folder, file.key)
      : (await sizeOf(filePath(folder, file.key))) !== undefined;
    if (!isThere && missing.length < max) missing.push(file.key);
  }
  return missing;
}

async function hasAny(folder: string, baseKey: string): Promise<boolean> {
  const names = await readdir(path.dirname(filePath(folder, baseKey))).catch(() => []);
  const base = path.basename(baseKey);
  return names.some((name) => name.startsWith(`${base}-`) || name.startsWith(`${base}.`));
}

const sizeOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  );
