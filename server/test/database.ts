import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../src/platform/database/open-database.ts';
import type { Database } from '../src/platform/database/tables.ts';

export interface TestDatabase extends OpenDatabase<Database> {
  connection: pg.PoolConfig;
  /** Close the connections and remove the database. */
  drop(): Promise<void>;
}

/** A database of the test file's own, migrated and with the reference data in it. */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase(inject('postgres').template);

/** A database with nothing in it: for what makes the schema itself. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template1');

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying files waits for two checkpoints, which cost nothing where nothing is synced; logging every page costs more.
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
