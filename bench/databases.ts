import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { SessionService } from '../server/src/people/auth/sessions.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { checkServer, openDatabase } from '../server/src/platform/database/open-database.ts';
import type { Database } from '../server/src/platform/database/tables.ts';
import { prepareQueue } from '../server/src/platform/queue/queue.ts';
import { seedReference } from '../server/src/reference/reference.public.ts';
import { insertGeneratedAds } from './data/million-ads.ts';
import { insertWholeSite, LARGE_SITE, SMALL_SITE } from './data/whole-site.ts';
import { insertDemoSite } from './demo-site.ts';
import { insertManyMessages } from './many-messages.ts';
import { insertManyPeople } from './many-people.ts';
import { insertManyPublications } from './many-publications.ts';
import { insertManyTracks } from './many-tracks.ts';

export const STAFF_ADS = 100_000;

async function insertForStaff(pool: pg.Pool): Promise<void> {
  await insertManyPeople(pool);
  // Explicit ids do not advance the sequence.
  await pool.query(`select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))`);
  await insertGeneratedAds(pool, STAFF_ADS);
  await pool.query('update users set is_superuser = true where id = (select max(id) from users)');
}

interface GeneratedDatabase {
  name: string;
  fill(pool: pg.Pool, connection: pg.PoolConfig): Promise<void>;
}

const DATABASES = {
  small: { name: 'ads_10000', fill: (pool: pg.Pool) => insertGeneratedAds(pool, 10_000) },
  large: { name: 'ads_1000000', fill: (pool: pg.Pool) => insertGeneratedAds(pool, 1_000_000) },
  people: { name: 'people_100000', fill: insertManyPeople },
  staff: { name: 'staff_100000', fill: insertForStaff },
  chat: { name: 'messages_100000', fill: insertManyMessages },
  posts: { name: 'publications_1000000', fill: insertManyPublications },
  music: { name: 'tracks_1000000', fill: insertManyTracks },
  demo: { name: 'demo', fill: (_pool, connection) => insertDemoSite(connection) },
  smallSite: { name: 'site_10000', fill: (pool: pg.Pool) => insertWholeSite(pool, SMALL_SITE) },
  largeSite: { name: 'site_1000000', fill: (pool: pg.Pool) => insertWholeSite(pool, LARGE_SITE) },
} satisfies Record<string, GeneratedDatabase>;
export type DatabaseName = keyof typeof DATABASES;

const MIGRATIONS = path.resolve(import.meta.dirname, '../server/migrations');
const log = pino({ level: 'warn' });

export interface BenchDatabases {
  connect(name: DatabaseName): Promise<pg.PoolConfig>;
  /** The token of a new session of a user, or of the one with the highest id. */
  tokenFor(name: DatabaseName, userId?: number): Promise<string>;
  stop(): Promise<void>;
}

/** Embedded PostgreSQL with the product's settings, unless others are given, and generated ads and users. */
export async function openBenchDatabases(
  folder: string,
  settings?: Readonly<Record<string, string>>,
): Promise<BenchDatabases> {
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    log,
    ...(settings && { settings }),
  });
  const { connection } = postgres;
  const connect = async (name: DatabaseName): Promise<pg.PoolConfig> => {
    const database = DATABASES[name];
    if (!(await exists(connection, database.name))) await createDatabase(connection, database);
    return { ...connection, database: database.name };
  };
  return {
    connect,
    tokenFor: async (name, userId) => createSession(await connect(name), userId),
    stop: () => postgres.stop(),
  };
}

async function administer<Row extends pg.QueryResultRow>(
  connection: pg.PoolConfig,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

async function exists(connection: pg.PoolConfig, name: string): Promise<boolean> {
  const rows = await administer(connection, 'select from pg_database where datname = $1', [name]);
  return rows.length > 0;
}

async function createDatabase(connection: pg.PoolConfig, { name, fill }: GeneratedDatabase): Promise<void> {
  console.log(`Making ${name}`);
  const start = performance.now();
  // Renamed at the end, so that an interrupted run leaves no incomplete database.
  const temporaryName = `${name}_making`;
  await administer(connection, `drop database if exists ${temporaryName} with (force)`);
  await administer(connection, `create database ${temporaryName}`);
  const { pool, db, close } = openDatabase<Database>({ ...connection, database: temporaryName }, { max: 8, log });
  try {
    await checkServer(pool);
    await migrate(pool, MIGRATIONS, log);
    await prepareQueue(pool);
    await seedReference(db);
    await fill(pool, { ...connection, database: temporaryName });
    await pool.query('vacuum analyze');
  } finally {
    await close();
  }
  await administer(connection, `alter database ${temporaryName} rename to ${name}`);
  await administer(connection, 'checkpoint');
  console.log(`Made ${name} in ${((performance.now() - start) / 1000).toFixed(0)} seconds`);
}

async function createSession(connection: pg.PoolConfig, givenId?: number): Promise<string> {
  const { pool, db, close } = openDatabase<Database>(connection, { max: 1, log });
  try {
    const { rows } = await pool.query<{ id: number }>(`select id from users order by id desc limit 1`);
    const userId = givenId ?? rows[0]?.id;
    if (userId === undefined) throw new Error('The generated database has nobody in it');
    const sessions = new SessionService({ pool, db, clock: () => new Date(), isStaffStrong: false });
    return await sessions.create(db, userId, { ip: '127.0.0.1', userAgent: 'bench' });
  } finally {
    await close();
  }
}
