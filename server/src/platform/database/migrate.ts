import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { rewriteForServer } from './older-servers.ts';

/** An arbitrary advisory lock id that all nodes share and nothing else uses. */
const MIGRATION_LOCK = 4_172_006_511;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies the migrations of a directory in the order of their numbers, no further than `upTo`, and returns the names of
 * those applied.
 *
 * Each file and its row in the history are one transaction. Nodes that start at the same time wait for an advisory lock
 * and then find nothing left to apply.
 */
export async function migrate(pool: pg.Pool, directory: string, log: BaseLogger, upTo?: string): Promise<string[]> {
  const migrations = (await readMigrations(directory)).filter(({ name }) => upTo === undefined || name <= upTo);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('set idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await applyMissing(client, migrations, log);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // Closing the connection releases the lock in any case and resets the session settings.
    client.release(broken ?? true);
  }
}

export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await fs.readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const wrong = names.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name));
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

async function applyMissing(client: pg.PoolClient, migrations: Migration[], log: BaseLogger): Promise<string[]> {
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
  const { rows: servers } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  for (const migration of missing) {
    const sql = rewriteForServer(migration.sql, servers[0]?.version ?? 0);
    await apply(client, { ...migration, sql });
    log.info({ migration: migration.name }, 'migration applied');
  }
  return missing.map(({ name }) => name);
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
  const late = missing.find(({ name }) => last && name < last.name);
  if (late)
    throw new Error(`Migration ${late.name} comes before ${last?.name}, which is applied: give it a higher number.`);
  return missing;
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
