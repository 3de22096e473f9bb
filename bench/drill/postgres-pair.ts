import { execFile } from 'node:child_process';
import { appendFile, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { serverAccount } from '../../server/src/platform/database/embedded/postgres-binaries.ts';
import { signal } from '../../server/src/platform/database/embedded/postgres-process.ts';
import { findFreePort } from '../../server/test/free-port.ts';
import { createServer, type ServerProcess, until } from './server-process.ts';

const run = promisify(execFile);

const HOST = '127.0.0.1';
const USER = 'okolo';
const DATABASE = 'postgres';
const START_MS = 60_000;
const ANSWER_MS = 2000;

interface Server {
  port: number;
  dir: string;
  process: ServerProcess;
}

/** A primary, and a standby that has each commit on its disk before the commit is acknowledged. */
export interface PostgresPair {
  version: string;
  /** Both, as `DATABASE_URL` names them. */
  url: string;
  /** The one that takes writes now. */
  connection(): pg.PoolConfig;
  primary(): ServerProcess;
  standby(): ServerProcess;
  /** The old primary must be dead: two that take writes would part for ever. */
  promote(): Promise<void>;
  /** Makes the other one a fresh synchronous standby. */
  rebuildStandby(): Promise<void>;
  /** Commits wait for no standby any more, as it is lost. */
  goOnAlone(): Promise<void>;
  pids(): number[];
}

export async function startPostgresPair(
  folder: string,
  programs: string,
  closing: (() => Promise<void>)[],
): Promise<PostgresPair> {
  const account = serverAccount(path.join(folder, 'one'));
  const program = (name: string): string => path.join(programs, name);
  const asServer = (name: string, flags: readonly string[]) =>
    run(program(name), flags, { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } });
  await mkdir(folder, { recursive: true });
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);

  async function place(name: string): Promise<Server> {
    const [dir, port] = [path.join(folder, name), await findFreePort()];
    const flags = ['-D', dir, '-p', String(port)];
    const parts = { program: program('postgres'), arguments: flags, log: `${dir}.log`, account };
    return { port, dir, process: createServer(parts) };
  }

  let [primary, standby] = [await place('one'), await place('two')];
  closing.push(async () => {
    await standby.process.kill();
    await primary.process.kill();
  });
  await asServer('initdb', ['-D', primary.dir, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']);
  await appendFile(path.join(primary.dir, 'postgresql.conf'), SETTINGS);
  await setStandbys(primary, '');
  primary.process.start();
  await answering(primary);
  const { rows } = await ask<{ version: string }>(primary, `select current_setting('server_version') as version`);

  const pair: PostgresPair = {
    version: rows[0]?.version.split(' ')[0] ?? '?',
    url: `postgres://${USER}@${HOST}:${primary.port},${HOST}:${standby.port}/${DATABASE}?target_session_attrs=read-write`,
    connection: () => connectionOf(primary),
    primary: () => primary.process,
    standby: () => standby.process,
    async promote() {
      await primary.process.kill();
      await setStandbys(standby, '');
      signal(standby.process.pid(), 'SIGHUP');
      await asServer('pg_ctl', ['promote', '--wait', '-D', standby.dir]);
      [primary, standby] = [standby, primary];
    },
    async rebuildStandby() {
      await standby.process.kill();
      await rm(standby.dir, { recursive: true, force: true });
      const from = ['-h', HOST, '-p', String(primary.port), '-U', USER];
      await asServer('pg_basebackup', [...from, '-D', standby.dir, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
      await setStandbys(standby, '');
      standby.process.start();
      await answering(standby);
      await setStandbys(primary, '*');
      signal(primary.process.pid(), 'SIGHUP');
      const isSynchronous = `select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`;
      await until('the standby follows', async () => (await ask(primary, isSynchronous)).rowCount === 1, START_MS);
    },
    async goOnAlone() {
      await setStandbys(primary, '');
      signal(primary.process.pid(), 'SIGHUP');
    },
    pids: () => [primary.process.pid(), standby.process.pid()],
  };
  await pair.rebuildStandby();
  return pair;
}

const STANDBYS = 'standbys.conf';
const SETTINGS = `
listen_addresses = '${HOST}'
unix_socket_directories = ''
timezone = 'UTC'
max_parallel_workers_per_gather = 0
wal_keep_size = '256MB'
include_if_exists '${STANDBYS}'
`;

function setStandbys({ dir }: Server, names: '*' | ''): Promise<void> {
  return writeFile(path.join(dir, STANDBYS), `synchronous_standby_names = '${names}'\n`, { mode: 0o644 });
}

const connectionOf = ({ port }: Server): pg.PoolConfig => ({ host: HOST, port, user: USER, database: DATABASE });

async function ask<Row extends pg.QueryResultRow>(server: Server, query: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({
    ...connectionOf(server),
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.query<Row>(query);
  } finally {
    await client.end().catch(() => {});
  }
}

async function answering(server: Server): Promise<void> {
  const holds = async (): Promise<boolean> => (await ask(server, 'select')).rowCount === 1;
  await until('PostgreSQL answers', holds, START_MS).catch((error: unknown) => {
    throw new Error(server.process.logTail(), { cause: error });
  });
}
