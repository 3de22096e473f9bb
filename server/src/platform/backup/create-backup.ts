import { appendFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Storage } from '../storage/storage.ts';
import { copyNewFiles, findMissing, newTally } from './copy-files.ts';
import { FILES_LIST, MANIFEST_FILE, Manifest } from './manifest.ts';
import { readNamedFiles, writeNamedFiles } from './named-files.ts';
import { copyDatabase, limitStatement, startSnapshot } from './snapshot-database.ts';

/** A file is rarely removed between the first copy and the snapshot; the next snapshot no longer names such a file. */
const TRIES = 3;
const MISSING_LISTED_MAX = 1000;
/** A snapshot of an hour keeps the dead rows of an hour; one of a day makes tables and indexes grow for good. */
const SNAPSHOT_MAX_MS = 3_600_000;
/** Names of the files that the snapshot names, while the backup is being made. */
const NAMED_LIST = 'named.jsonl';

export interface BackupParts {
  connection: pg.PoolConfig;
  storage: Storage;
  to: string;
  now: Date;
  report(line: string): void;
  /** How long the snapshot of the database may last. Default an hour. */
  snapshotMaxMs?: number;
}

/**
 * Copies the database and the files so that they are consistent, while the product keeps writing.
 *
 * A stored file never changes under its key, so files are copied before the snapshot (covers files removed later) and
 * after it (covers files added meanwhile). Then every file that the snapshot names is checked. A missing one was
 * removed together with its row in between, so a newer snapshot is taken.
 */
export async function createBackup({
  connection,
  storage,
  to,
  now,
  report,
  snapshotMaxMs = SNAPSHOT_MAX_MS,
}: BackupParts): Promise<{ folder: string; manifest: Manifest }> {
  const folder = path.join(to, `okolo-${now.toISOString().slice(0, 19).replace(/[:T]/g, '-')}`);
  const unfinished = `${folder}.unfinished`;
  await mkdir(to, { recursive: true });
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const manifest = await copyAll({ connection, storage, now, report, snapshotMaxMs }, unfinished);
    await writeDurably(path.join(unfinished, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(unfinished, folder);
    return { folder, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function copyAll(
  { connection, storage, now, report, snapshotMaxMs }: Required<Omit<BackupParts, 'to'>>,
  folder: string,
): Promise<Manifest> {
  const tally = newTally();
  await appendFile(path.join(folder, FILES_LIST), '', { mode: 0o600 });
  await copyNewFiles(storage, folder, tally);
  report(`Files: ${tally.count}, ${tally.bytes} bytes.`);
  for (let attempt = 1; ; attempt += 1) {
    const named = path.join(folder, NAMED_LIST);
    const database = await copySnapshot(connection, folder, named, snapshotMaxMs);
    // Outside of the snapshot: listing a store of millions takes long.
    await copyNewFiles(storage, folder, tally);
    const missing = await findMissing(folder, readNamedFiles(named), MISSING_LISTED_MAX);
    await rm(named);
    if (missing.length > 0 && attempt < TRIES) continue;
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
    report(`Database: ${database.tables.length} tables, ${rows} rows.`);
    return Manifest.parse({
      format: 1,
      made_at: now.toISOString(),
      ...database,
      files: { count: tally.count, bytes: tally.bytes, list_sha256: tally.list.copy().digest('hex') },
      missing,
    });
  }
}

const QUERY_CANCELED = '57014';

async function copySnapshot(connection: pg.PoolConfig, folder: string, named: string, maxMs: number) {
  const client = new pg.Client({ ...connection, application_name: 'okolo-backup' });
  await client.connect();
  try {
    const snapshot = await startSnapshot(client, maxMs);
    const database = await copyDatabase(snapshot, folder);
    await limitStatement(snapshot);
    await writeNamedFiles(client, named);
    return database;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== QUERY_CANCELED) throw error;
    const minutes = Math.round(maxMs / 60_000);
    throw new Error(
      `The database was not copied within ${minutes} minutes, and a longer snapshot would harm the running product: copy it by pgBackRest (docs/backup.md), or allow more by --snapshot-minutes.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

/** The manifest declares the backup complete, so it is flushed to disk before the backup folder gets its final name. */
async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  const handle = await open(file, 'r');
  await handle.sync();
  await handle.close();
}
