import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { migrate, readMigrations } from '../database/migrate.ts';
import { checkServer, openDatabase } from '../database/open-database.ts';
import { prepareQueue } from '../queue/queue.ts';
import type { Storage } from '../storage/storage.ts';
import { loadRows } from './load-rows.ts';
import { CopiedFile, FILES_LIST, filePath, hashFile, type Manifest, readManifest } from './manifest.ts';

export interface RestoreParts {
  connection: pg.PoolConfig;
  storage: Storage;
  migrations: string;
  from: string;
  replace: boolean;
  log: BaseLogger;
  report(line: string): void;
}

/**
 * Restores a backup. Everything is read and compared with its hashes before anything is changed; the rows are written
 * in one transaction and checked by the database's constraints.
 */
export async function restoreBackup(parts: RestoreParts): Promise<Manifest> {
  const { connection, storage, migrations, from, replace, log, report } = parts;
  const manifest = await readManifest(from);
  const last = await findLastMigration(manifest, migrations);
  await verifyBackup(from, manifest);
  report(`The backup of ${manifest.made_at} is whole.`);

  const { pool, close } = openDatabase<never>({ ...connection, application_name: 'okolo-restore' }, { max: 2, log });
  try {
    await refuseWhileRunning(pool);
    if (replace || (await isNewerAndUnused(pool, last))) await emptyDatabase(pool);
    await checkServer(pool);
    await migrate(pool, migrations, log, { upTo: last });
    await prepareQueue(pool);
    await loadRows(connection, from, manifest);
    // A newer program migrates the older rows to its own schema.
    await migrate(pool, migrations, log);
    await pool.query('analyze');
  } finally {
    await close();
  }
  report(`Database: ${manifest.tables.length} tables.`);
  for await (const { key, type } of listFiles(from)) await storage.put(key, filePath(from, key), type);
  report(`Files: ${manifest.files.count}.`);
  return manifest;
}

async function findLastMigration(manifest: Manifest, folder: string): Promise<string> {
  const known = new Map((await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]));
  const strange = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (strange !== undefined) {
    throw new Error(
      `The backup was made by another version of the product (migration ${strange.name}): restore it with that one.`,
    );
  }
  return manifest.migrations.at(-1)?.name ?? '';
}

async function verifyBackup(from: string, manifest: Manifest): Promise<void> {
  for (const table of manifest.tables) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path.join(from, table.file)), createGunzip(), hash).catch((error: Error) => {
      throw new Error(`${table.file} cannot be read: ${error.message}`);
    });
    if (hash.digest('hex') !== table.sha256)
      throw new Error(`${table.file} is damaged: its hash differs from the manifest’s`);
  }
  if ((await hashFile(path.join(from, FILES_LIST))) !== manifest.files.list_sha256) {
    throw new Error(`${FILES_LIST} is damaged: its hash differs from the manifest’s`);
  }
  for await (const { key, sha256 } of listFiles(from)) {
    const found = await hashFile(filePath(from, key)).catch(() => undefined);
    if (found !== sha256) throw new Error(`files/${key} is ${found === undefined ? 'missing' : 'damaged'}`);
  }
}

async function* listFiles(from: string): AsyncGenerator<CopiedFile> {
  for await (const line of createInterface({ input: createReadStream(path.join(from, FILES_LIST)) })) {
    yield CopiedFile.parse(JSON.parse(line));
  }
}

async function refuseWhileRunning(pool: pg.Pool): Promise<void> {
  const { rowCount: others } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name in ('okolo', 'okolo-live')`,
  );
  if (others !== 0) throw new Error('The product is running on this database: stop it first.');
}

/**
 * Throws when the database contains user data. Returns true when a newer program has only initialized it: the rows fit
 * their own, older schema, and the later migrations have to run on the restored rows.
 */
async function isNewerAndUnused(pool: pg.Pool, last: string): Promise<boolean> {
  const { rows } = await pool.query<{ migrations: string | null; users: string | null; has_tables: boolean }>(
    `select to_regclass('public.schema_migrations') as migrations, to_regclass('public.users') as users,
       exists (select from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = to_regnamespace('public')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as has_tables`,
  );
  const [found] = rows;
  if (found === undefined || !found.has_tables) return false;
  if (found.migrations === null)
    throw new Error('The database holds tables that are not the product’s: give it a database of its own.');
  if (found.users !== null && (await pool.query('select from users limit 1')).rowCount !== 0)
    throw new Error('The database is not empty: add --replace to give up everything that is in it now.');
  const { rowCount: later } = await pool.query('select from schema_migrations where name > $1 limit 1', [last]);
  return later !== 0;
}

async function emptyDatabase(pool: pg.Pool): Promise<void> {
  await pool.query('drop schema if exists graphile_worker cascade');
  await pool.query('drop schema public cascade');
  await pool.query('create schema public');
}
