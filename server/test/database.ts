import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { ServiceParts } from '../src/build-services.ts';
import type { DatabaseConnection } from '../src/platform/database/database-server.ts';
import { type OpenDatabase, openDatabase } from '../src/platform/database/open-database.ts';
import type { Database } from '../src/platform/database/tables.ts';

export interface TestDatabase extends OpenDatabase<Database> {
  connection: pg.PoolConfig;
  drop(): Promise<void>;
}

/** Creates a migrated database with reference data for one test file. */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase(inject('postgres').template);

export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template1');

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // The file copy strategy waits for two checkpoints, which are cheap without fsync; the default logs every page.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const { host, port, user } = inject('postgres');
  const connection = { host, port, user, database: name };
  const database = openDatabase<Database>(connection, { max: 10, log: pino({ level: 'error' }) });
  return {
    ...database,
    connection,
    async drop() {
      await database.close();
      await administer(`drop database ${name} with (force)`);
    },
  };
}

/** With TEST_POOLER_URL the product of the tests speaks to a pooler in transaction mode, as with DATABASE_DIRECT_URL. */
export function pooledOrDirect(connection: DatabaseConnection): Pick<ServiceParts, 'connection' | 'direct'> {
  const { pooler } = inject('postgres');
  return pooler === undefined ? { connection } : { connection: { ...connection, ...pooler }, direct: connection };
}

async function administer(statement: string): Promise<void> {
  const { host, port, user } = inject('postgres');
  const client = new pg.Client({ host, port, user, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
