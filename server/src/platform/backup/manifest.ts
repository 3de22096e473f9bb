import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** Increase it when an older program could not read what a newer one writes. */
const FORMAT = 1;

export const MANIFEST_FILE = 'manifest.json';
/** JSON lines of {key, type, bytes, sha256}, one per file. A file of its own: a store may hold millions. */
export const FILES_LIST = 'files.jsonl';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const CopiedTable = z.object({
  schema: name,
  name,
  columns: z.array(name),
  /** File of the table's rows in PostgreSQL's COPY format, gzipped. */
  file: z.string().regex(/^database\/[a-z0-9_.]+\.copy\.gz$/),
  rows: z.number().int(),
  /** Hash of the rows before gzip. */
  sha256,
});
export type CopiedTable = z.infer<typeof CopiedTable>;

const CopiedSequence = z.object({ schema: name, name, value: z.string().regex(/^\d+$/), is_called: z.boolean() });
export type CopiedSequence = z.infer<typeof CopiedSequence>;

export const Manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.string(),
  /** Migrations that the schema of the rows was made by. */
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })).min(1),
  tables: z.array(CopiedTable),
  sequences: z.array(CopiedSequence),
  files: z.object({ count: z.number().int(), bytes: z.number().int(), list_sha256: sha256 }),
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

export const CopiedFile = z.object({
  key: z.string().regex(/^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.[a-z0-9]+$/),
  type: z.string(),
  bytes: z.number().int(),
  sha256,
});
export type CopiedFile = z.infer<typeof CopiedFile>;

export const filePath = (folder: string, key: string): string => path.join(folder, 'files', key);

/** Throws an error with a readable message when the folder holds no backup or one of a newer format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${folder} holds no finished backup: it has no ${MANIFEST_FILE}`);
  const parsed = Manifest.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${path.join(folder, MANIFEST_FILE)} is not a manifest that this version reads`);
  return parsed.data;
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
