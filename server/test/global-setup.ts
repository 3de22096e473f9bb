import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts';
import {
  isAlive,
  isRunningPostgres,
  readPid,
  stopPostgres,
} from '../src/platform/database/embedded/postgres-process.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { checkServer, type OpenDatabase, openDatabase } from '../src/platform/database/open-database.ts';
import type { Database } from '../src/platform/database/tables.ts';
import { recordProductDocuments } from '../src/platform/documents/documents.public.ts';
import { prepareQueue } from '../src/platform/queue/queue.ts';
import { seedReference } from '../src/reference/reference.public.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; port: number; user: string; template: string; pooler?: { host: string; port: number } };
  }
}

const TEMPLATE = 'template_okolo';

const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations');
const RUN_PREFIX = 'okolo-test-';
const log = pino({ level: 'warn' });

/**
 * Starts one PostgreSQL for the whole run with a migrated and seeded template database, which every test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return useServer(project, url);
  await removeLeftovers();
  const home = path.join(os.tmpdir(), `${RUN_PREFIX}${process.pid}`);
  fs.mkdirSync(home, { mode: 0o755 });
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(home, 'postgres'), log, durable: false });
  const teardown = async () => {
    await postgres.stop();
    fs.rmSync(home, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres.connection);
  } catch (error) {
    await teardown();
    throw error;
  }
  const { host = '', port = 0, user = '' } = postgres.connection;
  project.provide('postgres', { host, port, user: String(user), template: TEMPLATE });
  return teardown;
}

/**
 * Uses a server that is running already, for example an older version. TEST_DATABASE_URL names a database of a superuser
 * who needs no password; every run leaves a template database of its own there until it ends.
 */
async function useServer(project: TestProject, url: string): Promise<() => Promise<void>> {
  const { hostname: host, port, username: user, pathname } = new URL(url);
  const connection = { host, port: Number(port || 5432), user, database: pathname.slice(1) };
  await makeTemplate(connection);
  const pooler = process.env.TEST_POOLER_URL && new URL(process.env.TEST_POOLER_URL);
  project.provide('postgres', {
    ...{ host, port: connection.port, user, template: TEMPLATE },
    ...(pooler && { pooler: { host: pooler.hostname, port: Number(pooler.port) } }),
  });
  return async () => {
    const client = new pg.Client(connection);
    await client.connect();
    await client.query(`drop database ${TEMPLATE} with (force)`);
    await client.end();
  };
}

/** A killed run leaves its cluster and server behind. */
async function removeLeftovers(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(RUN_PREFIX))) {
    if (isAlive(Number(name.slice(RUN_PREFIX.length)))) continue;
    const home = path.join(os.tmpdir(), name);
    const server = readPid(path.join(home, 'postgres/postmaster.pid'));
    if (server && isRunningPostgres(server)) await stopPostgres(server);
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function makeTemplate(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();

  const template = openDatabase<Database>({ ...connection, database: TEMPLATE }, { max: 4, log });
  try {
    await checkServer(template.pool);
    // Nobody of an older version is connected to what is created here.
    await migrate(template.pool, MIGRATIONS, log, { withAfter: true });
    await prepareQueue(template.pool);
    await seedTemplate(template);
    await template.pool.query('vacuum analyze');
  } finally {
    await template.close();
  }
}

export async function seedTemplate({ db }: OpenDatabase<Database>): Promise<void> {
  await seedReference(db);
  await recordProductDocuments(db);
}
