import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { rewriteForServer } from './older-servers.ts';

/** An arbitrary advisory lock id that all nodes share and nothing else uses. */
const MIGRATION_LOCK = 4_172_006_511;

/** Milliseconds between questions for the lock. */
const LOCK_ASK_MS = 100;
/** A statement waits at most this long for a lock, and everybody who comes after it waits with it. */
const LOCK_TIMEOUT_MS = 2000;
const LOCK_TRIES = 30;
const LOCK_PAUSE_MS = 1000;
/** SQLSTATE of a lock timeout and of a deadlock. */
const LOCK_NOT_AVAILABLE = ['55P03', '40P01'];

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** What older nodes still need: it goes once all nodes are of this version. */
const isAfter = ({ name }: { name: string }): boolean => name.endsWith('.after.sql');
/** Statements outside a transaction, each of which may be run again. */
const isConcurrent = ({ name }: { name: string }): boolean => name.endsWith('.concurrent.sql');

interface MigrateOptions {
  /** The name of the last file to apply. Default: all. */
  upTo?: string;
  /**
   * Whether files `NNNN_name.after.sql` are applied: when all nodes are of this version. Default: when no other node is
   * connected.
   */
  withAfter?: boolean | undefined;
}

/**
 * Applies the migrations of a directory in the order of their numbers, and returns the names of those applied.
 *
 * Each file and its row in the history are one transaction, which gives up and tries again when a table is locked for
 * long. Files `NNNN_name.concurrent.sql` run outside a transaction, statement by statement. Nodes that start at the same
 * time wait for an advisory lock and then find nothing left to apply.
 */
export async function migrate(
  pool: pg.Pool,
  directory: string,
  log: BaseLogger,
  { upTo, withAfter }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = (await readMigrations(directory)).filter(({ name }) => upTo === undefined || name <= upTo);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('set idle_in_transaction_session_timeout = 0');
    await client.query('set statement_timeout = 0');
    await waitForLock(client);
    return await applyMissing(client, migrations, log, withAfter ?? !(await areOthersConnected(client)));
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // Closing the connection releases the lock in any case and resets the session settings.
    client.release(broken ?? true);
  }
}

/** Asks again and again: a statement that waited would hold a snapshot, for whose end the building of an index waits. */
async function waitForLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.is_ours) return;
    await sleep(LOCK_ASK_MS);
  }
}

async function areOthersConnected(client: pg.PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name in ('okolo', 'okolo-live') limit 1`,
  );
  return rowCount !== 0;
}

export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await fs.readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const wrong = names.find((name) => !/^\d{4}_[a-z0-9_]+(\.(after|concurrent))?\.sql$/.test(name));
  if (wrong) throw new Error(`Migration ${wrong} is not named like 0001_users.sql.`);
  const duplicate = names.find((name, i) => name.slice(0, 4) === names[i - 1]?.slice(0, 4));
  if (duplicate) throw new Error(`Two migrations have the number ${duplicate.slice(0, 4)}.`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await fs.readFile(path.join(directory, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') };
    }),
  );
}

async function applyMissing(
  client: pg.PoolClient,
  migrations: Migration[],
  log: BaseLogger,
  withAfter: boolean,
): Promise<string[]> {
  // A role without the right to make tables may ask whether any migration is missing.
  const { rows: found } = await client.query<{ table: string | null }>(
    "select to_regclass('schema_migrations') as table",
  );
  if (found[0]?.table === null)
    await client.query(`
      create table if not exists schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const missing = findMissing(migrations, applied, log);
  const due = missing.filter((migration) => withAfter || !isAfter(migration));
  if (due.length < missing.length)
    log.warn('migrations for the time after the upgrade wait: run `migrate after` when all nodes are of this version');
  const { rows: servers } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  for (const migration of due) {
    const sql = rewriteForServer(migration.sql, servers[0]?.version ?? 0);
    await apply(client, { ...migration, sql }, log);
    log.info({ migration: migration.name }, 'migration applied');
  }
  return due.map(({ name }) => name);
}

/** Returns the migrations still to apply; throws when the applied history does not match the files. */
function findMissing(migrations: Migration[], applied: Map<string, string>, log: BaseLogger): Migration[] {
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed) throw new Error(`Migration ${changed.name} was changed after it was applied: add a new one instead.`);

  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...applied.keys()].filter((name) => !known.has(name));
  // Expected during a rolling update, when an old node restarts against the newer schema.
  if (newer.length > 0) log.warn({ migrations: newer }, 'the database is newer than this program');

  const missing = migrations.filter(({ name }) => !applied.has(name));
  const last = migrations.findLast(({ name }) => applied.has(name));
  const late = missing.find((migration) => last && migration.name < last.name && !isAfter(migration));
  if (late)
    throw new Error(`Migration ${late.name} comes before ${last?.name}, which is applied: give it a higher number.`);
  return missing;
}

async function apply(client: pg.PoolClient, migration: Migration, log: BaseLogger): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (isConcurrent(migration) ? applyStatements(client, migration) : applyAsWhole(client, migration));
    } catch (error) {
      await client.query('rollback').catch(() => {});
      const isLocked = LOCK_NOT_AVAILABLE.includes((error as { code?: string }).code ?? '');
      if (!isLocked || attempt === LOCK_TRIES)
        throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
      log.warn({ migration: migration.name, attempt }, 'a table is locked: the migration will be tried again');
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

async function applyAsWhole(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(migration.sql);
  await remember(client, migration);
  await client.query('commit');
}

/** An index whose building was broken off stays invalid, and «if not exists» would keep it so. */
async function applyStatements(client: pg.PoolClient, migration: Migration): Promise<void> {
  const { rows: invalid } = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where not indisvalid',
  );
  const statements = migration.sql.replaceAll(/^--.*$/gm, '').split(';');
  for (const statement of statements.map((text) => text.trim()).filter((text) => text !== '')) {
    const created = /^create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement)?.[1];
    if (invalid.some(({ name }) => name === created)) await client.query(`drop index concurrently ${created}`);
    await client.query(statement);
  }
  await remember(client, migration);
}

const remember = (client: pg.PoolClient, { name, checksum }: Migration): Promise<unknown> =>
  client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
