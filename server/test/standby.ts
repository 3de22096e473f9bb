import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts';
import { prepareDatabase } from '../src/platform/database/prepare-database.ts';

const log = pino({ level: 'silent' });

export interface StandbyPair {
  primary: EmbeddedPostgres;
  /** The one that runs at the moment. */
  standby: EmbeddedPostgres;
  /** Runs a statement of an administrator on the standby. */
  administer(statement: string): Promise<pg.QueryResult>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** A migrated primary, and a standby that streams from it. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'okolo-pair-'));
  fs.chmodSync(home, 0o755);
  const folders = { primary: path.join(home, 'primary'), standby: path.join(home, 'standby') };
  const primary = await startEmbeddedPostgres({ dataDir: folders.primary, log });
  await prepareDatabase(primary.connection, log);
  await copyCluster(primary.connection, folders);
  const start = () => startEmbeddedPostgres({ dataDir: folders.standby, log });
  let standby = await start();
  return {
    primary,
    get standby() {
      return standby;
    },
    administer: (statement) => runOn(standby.connection, (client) => client.query(statement)),
    stopStandby: () => standby.stop(),
    async startStandby() {
      standby = await start();
    },
    async stop() {
      await standby.stop();
      await primary.stop();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

/** What `pg_basebackup` does, which the embedded PostgreSQL comes without. */
async function copyCluster(connection: pg.PoolConfig, folders: { primary: string; standby: string }): Promise<void> {
  const label = await runOn(connection, async (client) => {
    await client.query(`select pg_backup_start('standby', true)`);
    fs.cpSync(folders.primary, folders.standby, { recursive: true, preserveTimestamps: true, filter: isCopied });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    return rows[0]?.labelfile ?? '';
  });
  const source = `host=${connection.host} port=${connection.port} user=${connection.user}`;
  fs.writeFileSync(path.join(folders.standby, 'backup_label'), label);
  fs.writeFileSync(path.join(folders.standby, 'standby.signal'), '');
  fs.appendFileSync(path.join(folders.standby, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  giveTo(fs.statSync(folders.primary), folders.standby);
}

const isCopied = (file: string): boolean => !/postmaster\.(?:pid|opts)$/.test(file);

function giveTo(owner: fs.Stats, folder: string): void {
  fs.chmodSync(folder, owner.mode);
  for (const name of ['.', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    fs.chownSync(path.join(folder, name), owner.uid, owner.gid);
}

async function runOn<Result>(connection: pg.PoolConfig, run: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
