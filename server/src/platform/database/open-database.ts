import { Kysely } from 'kysely';
import pg from 'pg';
import type { BaseLogger } from 'pino';
import { ConfigError } from '../config.ts';
import { CommitDialect } from './commit-work.ts';
import { nameStatements } from './name-statements.ts';

const PG_INT8 = 20;
const PG_DATE = 1082;
const PG_NUMERIC = 1700;

const OLDEST_SERVER = 150_000;

/** Ids and kopecks fit into a number's 53 bits; a value that does not must never pass silently rounded. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds an integer past 2^53: ${text}`);
  return value;
}

const parsers = new Map<number, (text: string) => unknown>([
  [PG_INT8, parseInt8],
  [PG_NUMERIC, Number],
  // A day has no time zone; as a Date it would move to the day before west of Greenwich.
  [PG_DATE, (text) => text],
]);

/** Ours for text values, pg's own for everything else. */
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
  /** Connections at most. */
  max: number;
  log: BaseLogger;
}

/** Open a pool and the query builder over it. Connects only when first asked something. */
export function openDatabase<DB>(connection: pg.PoolConfig, { max, log }: OpenDatabaseOptions): OpenDatabase<DB> {
  const pool = new pg.Pool({
    application_name: 'okolo',
    // As long as a client of messages waits: later nobody is there for the answer.
    connectionTimeoutMillis: 6000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A transaction that its process forgot would hold its locks, and vacuum, for good.
    idle_in_transaction_session_timeout: 60_000,
    ...connection,
    max,
    types,
  });
  const db = new Kysely<DB>({ dialect: new CommitDialect({ pool }) });
  return { pool, db, close: watchConnections(pool, () => db.destroy(), log) };
}

/** Answers how to close the pool so that the server, too, has seen the last connection off. */
function watchConnections(pool: pg.Pool, destroy: () => Promise<void>, log: BaseLogger): () => Promise<void> {
  const connected = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    connected.add(client);
    // Only the message: the error carries the whole client, keys included. An idle connection is replaced at the
    // next query, a busy one fails its query.
    client.on('error', ({ message }) => log.warn({ reason: message }, 'a database connection was lost'));
    nameStatements(client);
  });
  // The pool repeats what its connections said; unheard, it would end the process.
  pool.on('error', () => {});
  pool.on('remove', (client) => connected.delete(client));

  return async () => {
    await destroy();
    // The query builder leaves alone a pool that it never used.
    if (!pool.ending) await pool.end();
    // `end` says goodbye without waiting: the database could not be dropped or copied yet.
    while (connected.size > 0) await new Promise((resolve) => pool.once('remove', resolve));
  };
}

interface ServerTraits {
  version: string;
  version_number: number;
  encoding: string;
  sees_cyrillic: boolean;
}

/** Refuse a server that cannot hold the product, each time saying what is wrong and what to do. */
export async function checkServer(pool: pg.Pool): Promise<void> {
  await createTrigramExtension(pool);
  const { rows } = await pool.query<ServerTraits>(`
    select current_setting('server_version') as version,
           current_setting('server_version_num')::int as version_number,
           current_setting('server_encoding') as encoding,
           show_trgm('я') <> '{}' and lower('Я') = 'я' as sees_cyrillic`);
  const [server] = rows;
  if (!server) throw new Error('The database did not answer who it is.');
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
    // Another node may have been making it at this very moment.
    if ((await pool.query(has)).rowCount) return;
    const message = `The extension pg_trgm could not be created: let an administrator run "create extension pg_trgm" in this database.`;
    throw new ConfigError(message, { cause: error });
  }
}
