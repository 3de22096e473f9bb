import { Kysely } from 'kysely';
import pg from 'pg';
import type { BaseLogger } from 'pino';
import { ConfigError } from '../config.ts';
import { CommitDialect } from './commit-work.ts';
import { nameStatements } from './name-statements.ts';
import { CONNECTION_MS, IDLE_IN_TRANSACTION_MS } from './wait-limits.ts';

const PG_INT8 = 20;
const PG_DATE = 1082;
const PG_NUMERIC = 1700;

const OLDEST_SERVER = 150_000;

/** Ids and kopecks fit into the 53 bits of a number; a larger value must never be rounded silently. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds an integer past 2^53: ${text}`);
  return value;
}

const parsers = new Map<number, (text: string) => unknown>([
  [PG_INT8, parseInt8],
  [PG_NUMERIC, Number],
  // A day has no time zone; as a Date it would move to the previous day west of Greenwich.
  [PG_DATE, (text) => text],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text');
  },
};

export interface OpenDatabase<DB> {
  pool: pg.Pool;
  db: Kysely<DB>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  max: number;
  log: BaseLogger;
}

export const COMMON: pg.PoolConfig = {
  application_name: 'okolo',
  connectionTimeoutMillis: CONNECTION_MS,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  types,
};

/** Opens the database for work that may take its time: migrations, restoring, tests. */
export function openDatabase<DB>(connection: pg.PoolConfig, { max, log }: OpenDatabaseOptions): OpenDatabase<DB> {
  const pool = new pg.Pool({
    ...COMMON,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...connection,
    max,
  });
  pool.on('connect', nameStatements);
  const db = new Kysely<DB>({ dialect: new CommitDialect({ pool }) });
  return { pool, db, close: watchConnections(pool, () => db.destroy(), log) };
}

/** Returns a function that closes the pool and resolves only when the server has closed the last connection, too. */
export function watchConnections(pool: pg.Pool, destroy: () => Promise<void>, log: BaseLogger): () => Promise<void> {
  const connected = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    connected.add(client);
    // Logs only the message: the error object contains the whole client, including keys. An idle connection is replaced
    // at the next query; a busy one fails its query.
    client.on('error', ({ message }) => log.warn({ reason: message }, 'a database connection was lost'));
  });
  // The pool re-emits the errors of its connections; without a listener they would end the process.
  pool.on('error', () => {});
  pool.on('remove', (client) => connected.delete(client));

  return async () => {
    await destroy();
    if (!pool.ending) await pool.end();
    // `end` does not wait for the server, so the database could not be dropped or copied yet.
    while (connected.size > 0) await new Promise((resolve) => pool.once('remove', resolve));
  };
}

interface ServerTraits {
  version: string;
  version_number: number;
  encoding: string;
  sees_cyrillic: boolean;
}

/** Throws when the server does not meet the product's requirements; the message names the problem and its solution. */
export async function checkServer(pool: pg.Pool): Promise<void> {
  await createTrigramExtension(pool);
  const { rows } = await pool.query<ServerTraits>(`
    select current_setting('server_version') as version,
           current_setting('server_version_num')::int as version_number,
           current_setting('server_encoding') as encoding,
           show_trgm('я') <> '{}' and lower('Я') = 'я' as sees_cyrillic`);
  const [server] = rows;
  if (!server) throw new Error('The database did not return its identity.');
  const problem = findProblem(server);
  if (problem) throw new ConfigError(problem);
}

export function findProblem(server: ServerTraits): string | undefined {
  if (server.version_number < OLDEST_SERVER) {
    return `The database is PostgreSQL ${server.version}, and 15 or newer is needed.`;
  }
  if (server.encoding !== 'UTF8') {
    return `The database stores text as ${server.encoding}: create it with "encoding 'UTF8'".`;
  }
  if (!server.sees_cyrillic) {
    return `The database's locale does not know Cyrillic letters, so search would find nothing: create it with "lc_ctype 'C.UTF-8'" or another UTF-8 locale.`;
  }
  return undefined;
}

async function createTrigramExtension(pool: pg.Pool): Promise<void> {
  const has = `select from pg_extension where extname = 'pg_trgm'`;
  if ((await pool.query(has)).rowCount) return;
  try {
    await pool.query('create extension if not exists pg_trgm');
  } catch (error) {
    // Another node may have created the extension concurrently.
    if ((await pool.query(has)).rowCount) return;
    const message = `The extension pg_trgm could not be created: let an administrator run "create extension pg_trgm" in this database.`;
    throw new ConfigError(message, { cause: error });
  }
}
