import path from 'node:path';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import type { Config } from '../config.ts';
import { type DatabaseConnection, databaseServer, parseDatabaseUrl } from './database-server.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';

export interface ReachedDatabase {
  connection: DatabaseConnection;
  /** The database itself, when `connection` leads to a pooler. */
  direct?: DatabaseConnection | undefined;
  /** A plain connection to the server that takes writes at the moment, past any pooler: for work that ends soon. */
  now: pg.PoolConfig;
  stop(): Promise<void>;
}

/** The database of the configuration; the embedded one is started, or shared with a process that runs it already. */
export async function reachDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Config,
  log: BaseLogger,
): Promise<ReachedDatabase> {
  if (databaseUrl === undefined) {
    const { connection, stop } = await startEmbeddedPostgres({ dataDir: path.resolve(dataDir, 'postgres'), log });
    return { connection, now: connection, stop };
  }
  const connection = parseDatabaseUrl(databaseUrl);
  const direct = databaseDirectUrl === undefined ? undefined : parseDatabaseUrl(databaseDirectUrl);
  const now = await databaseServer(direct ?? connection).reach();
  return { connection, direct, now, stop: async () => {} };
}
