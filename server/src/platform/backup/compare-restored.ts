import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { copyOut } from '../database/copy-stream.ts';
import type { Storage } from '../storage/storage.ts';
import { CopiedFile, type CopiedTable, FILES_LIST, type Manifest } from './manifest.ts';
import { quoted, quotedColumns, startSnapshot } from './snapshot-database.ts';

const COMPARING_MAX_MS = 24 * 3_600_000;

/** One table of the database, or the files of one folder of the store. */
export interface Comparison {
  what: string;
  /** Rows or files. */
  copied: number;
  restored: number;
  isSame: boolean;
}

/** Compares what a restore wrote with the hashes of the backup: rows of every table, sequences, bytes of every file. */
export async function compareRestored(
  connection: pg.PoolConfig,
  storage: Storage,
  from: string,
  manifest: Manifest,
): Promise<Comparison[]> {
  const client = new pg.Client({ ...connection, application_name: 'okolo-drill' });
  await client.connect();
  try {
    await startSnapshot(client, COMPARING_MAX_MS);
    const found: Comparison[] = [];
    for (const table of manifest.tables) found.push(await compareTable(client, table));
    found.push(await compareSequences(client, manifest));
    return [...found, ...(await compareFiles(storage, from))];
  } finally {
    await client.end();
  }
}

async function compareTable(client: pg.Client, table: CopiedTable): Promise<Comparison> {
  const rows = copyOut(client, `copy ${quoted(table)} (${quotedColumns(table.columns)}) to stdout`);
  const hash = createHash('sha256');
  await pipeline(rows.stream, hash);
  return {
    what: `${table.schema}.${table.name}`,
    copied: table.rows,
    restored: rows.count(),
    isSame: hash.digest('hex') === table.sha256 && rows.count() === table.rows,
  };
}

async function compareSequences(client: pg.Client, { sequences }: Manifest): Promise<Comparison> {
  let restored = 0;
  for (const { schema, name, value, is_called } of sequences) {
    const { rowCount } = await client.query(
      `select from ${quoted({ schema, name })} where last_value = $1::bigint and is_called = $2`,
      [value, is_called],
    );
    restored += rowCount ?? 0;
  }
  return { what: 'sequences', copied: sequences.length, restored, isSame: restored === sequences.length };
}

/** Files that the backup does not list are differences as well: the place is said to have been empty. */
async function compareFiles(storage: Storage, from: string): Promise<Comparison[]> {
  const folders = new Map<string, Comparison>();
  const folderOf = (key: string): Comparison => {
    const what = `files/${key
      .split('/')
      .slice(0, key.startsWith('private/') ? 2 : 1)
      .join('/')}`;
    const found = folders.get(what) ?? { what, copied: 0, restored: 0, isSame: true };
    folders.set(what, found);
    return found;
  };
  for await (const line of createInterface({ input: createReadStream(path.join(from, FILES_LIST)) })) {
    const { key, sha256 } = CopiedFile.parse(JSON.parse(line));
    const folder = folderOf(key);
    folder.copied += 1;
    if ((await hashStored(storage, key)) !== sha256) folder.isSame = false;
  }
  for await (const { key } of storage.list('')) folderOf(key).restored += 1;
  for (const folder of folders.values()) folder.isSame &&= folder.restored === folder.copied;
  return [...folders.values()];
}

async function hashStored(storage: Storage, key: string): Promise<string | undefined> {
  const opened = await storage.open(key);
  if (opened === undefined) return undefined;
  const hash = createHash('sha256');
  await pipeline(opened.stream, hash);
  return hash.digest('hex');
}

/** A table of the comparisons; empty tables are left out when they came back empty. */
export function formatComparisons(found: readonly Comparison[]): string {
  const shown = found.filter(({ copied, isSame }) => copied > 0 || !isSame);
  const width = Math.max(...shown.map(({ what }) => what.length));
  const line = (what: string, copied: string, restored: string, verdict: string): string =>
    `${what.padEnd(width)}  ${copied.padStart(12)}  ${restored.padStart(12)}  ${verdict}`;
  return [
    line('', 'copied', 'restored', ''),
    ...shown.map(({ what, copied, restored, isSame }) =>
      line(what, String(copied), String(restored), isSame ? 'same' : 'DIFFERENT'),
    ),
  ].join('\n');
}
