import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { BaseLogger } from 'pino';
import {
  clusterTag,
  createOwnDirectory,
  createSharedDirectory,
  findPostgresBinaries,
  isReachableByOthers,
  isRoot,
  type ServerAccount,
  serverAccount,
} from './postgres-binaries.ts';
import { isAlive, isRunningPostgres, readPid, signal, stopPostgres } from './postgres-process.ts';

const run = promisify(execFile);

/** Only part of the socket file's name: the server listens on no TCP port. */
const PORT = 5432;
const USER = 'okolo';

/** Crash recovery of a busy cluster may replay gigabytes of WAL; the start waits while the server process lives. */
const START_TIMEOUT_MS = 300_000;
/** After a crash, remaining workers of the old server may need a moment to exit. */
const LEFTOVERS_TIMEOUT_MS = 15_000;
const LOG_MAX_BYTES = 10_000_000;

/** Plans are measured with these; deploy/postgres has them for a server of the operator. */
export const PLANNING = {
  work_mem: '16MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Two cores have more throughput with one worker per query, and containers provide only 64 MB of shared memory.
  max_parallel_workers_per_gather: '0',
};

/** Settings for a small machine that runs the whole product: hundreds of megabytes of memory, an SSD, short queries. */
const TUNING = {
  ...PLANNING,
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '768MB',
  maintenance_work_mem: '128MB',
  checkpoint_timeout: '15min',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements quote rows of people; what failed is in the log of the process, without them.
  log_min_messages: 'log',
};

/** Settings for tests: faster on a busy disk, but a power cut may destroy the cluster. */
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
  // Files run beside each other, and roles without rights of an administrator get none of the last connections.
  max_connections: '200',
  superuser_reserved_connections: '0',
};

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: BaseLogger;
  /** `false` trades durability on a power cut for speed. Default `true`. */
  durable?: boolean;
  /** Settings of PostgreSQL in place of those for a small machine. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  connection: pg.PoolConfig;
  fresh: boolean;
  /** True when the server was already running: left by a killed process, or shared with a live one. */
  adopted: boolean;
  stop(): Promise<void>;
}

interface Cluster {
  dir: string;
  binaries: string;
  socketDir: string;
  account: ServerAccount;
  durable: boolean;
  settings: Readonly<Record<string, string>>;
  log: BaseLogger;
}

/**
 * Starts the embedded PostgreSQL, or adopts a server that a killed process left running.
 *
 * The server has its own process group, so that Ctrl-C reaches only this process, which finishes its requests and then
 * stops the server. Only kill -9 leaves the server running, for the next start to adopt.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = placeCluster(options);
  const running = await findRunningServer(cluster);
  if (running) return attach(cluster, running);

  const fresh = await createCluster(cluster);
  const pid = await startServer(cluster);
  // Another process may have started a server on the same directory first; then this process adopts that server.
  return pid === undefined ? startEmbeddedPostgres(options) : manageServer(cluster, { pid, fresh, adopted: false });
}

function placeCluster({ dataDir, log, durable = true, settings = {} }: EmbeddedPostgresOptions): Cluster {
  const binaries = findPostgresBinaries();
  const tag = clusterTag(dataDir);
  let dir = path.resolve(dataDir);
  fs.mkdirSync(path.dirname(dir), { recursive: true });
  if (isRoot() && !isReachableByOthers(path.dirname(dir))) {
    dir = path.join(createSharedDirectory(tag), 'postgres');
    log.warn(
      { dir },
      'PostgreSQL cannot run as root, and no other account can enter DATA_DIR: the cluster is elsewhere',
    );
  }
  refuseForeignFiles(dir);
  const account = serverAccount(dir);
  return { dir, binaries, socketDir: createSocketDir(tag, account), account, durable, settings, log };
}

/** Trusting all local connections is safe only because no other account can enter this directory. */
function createSocketDir(tag: string, account: ServerAccount): string {
  const longest = 80; // The path of a Unix socket is limited to 103 bytes on macOS and 107 on Linux.
  const name = `okolo-pg-${tag}`;
  const inTemp = path.join(os.tmpdir(), name);
  const dir = createOwnDirectory(inTemp.length <= longest ? inTemp : path.join('/tmp', name), 0o700, account);
  fs.chmodSync(dir, 0o700);
  chown(dir, account);
  return dir;
}

function chown(target: string, { uid, gid }: ServerAccount): void {
  if (uid !== undefined && gid !== undefined) fs.chownSync(target, uid, gid);
}

const pidFile = (cluster: Cluster) => path.join(cluster.dir, 'postmaster.pid');
const ownerFile = (cluster: Cluster) => path.join(cluster.socketDir, 'owner.pid');
const logFile = (cluster: Cluster) => `${cluster.dir}.log`;

function connectionOf(cluster: Cluster): pg.PoolConfig {
  return { host: cluster.socketDir, port: PORT, user: USER, database: 'postgres' };
}

async function queryDataDirectory(cluster: Cluster): Promise<string | undefined> {
  const client = new pg.Client(connectionOf(cluster));
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

const isAnswering = async (cluster: Cluster) => (await queryDataDirectory(cluster)) === cluster.dir;

async function findRunningServer(cluster: Cluster): Promise<number | undefined> {
  const pid = readPid(pidFile(cluster));
  if (pid === 0) return undefined;

  for (const deadline = Date.now() + LEFTOVERS_TIMEOUT_MS; isRunningPostgres(pid); await sleep(25)) {
    if (await isAnswering(cluster)) return pid;
    if (Date.now() > deadline) await stopPostgres(pid);
  }
  // After a reboot the pid may belong to any process, which PostgreSQL would take for a running server. A pid without a
  // process is left to PostgreSQL, which also checks for surviving workers of the crashed server.
  if (isAlive(pid)) {
    fs.rmSync(pidFile(cluster), { force: true });
    fs.rmSync(path.join(cluster.socketDir, `.s.PGSQL.${PORT}.lock`), { force: true });
  }
  return undefined;
}

function attach(cluster: Cluster, pid: number): EmbeddedPostgres {
  const owner = readPid(ownerFile(cluster));
  if (owner !== process.pid && owner !== 0 && isAlive(owner)) {
    cluster.log.info({ pid, owner }, 'the embedded PostgreSQL of another running process is shared');
    return { connection: connectionOf(cluster), fresh: false, adopted: true, stop: async () => {} };
  }
  cluster.log.info({ pid }, 'the embedded PostgreSQL of a process that died is taken over');
  return manageServer(cluster, { pid, fresh: false, adopted: true });
}

function manageServer(cluster: Cluster, server: { pid: number; fresh: boolean; adopted: boolean }): EmbeddedPostgres {
  const { pid, fresh, adopted } = server;
  fs.writeFileSync(ownerFile(cluster), String(process.pid));
  const halt = () => signal(pid, 'SIGINT');
  process.once('exit', halt);
  return {
    connection: connectionOf(cluster),
    fresh,
    adopted,
    async stop() {
      process.off('exit', halt);
      await stopPostgres(pid);
      fs.rmSync(cluster.socketDir, { recursive: true, force: true });
    },
  };
}

/**
 * Returns a character type under which trigrams and text search recognize Cyrillic letters; "C" does not. Sorting and
 * case conversion use PostgreSQL's own Unicode tables, which are the same on every machine.
 */
async function findUtf8Locale(): Promise<string> {
  const known = await run('locale', ['-a']).catch(() => ({ stdout: '' }));
  return /^C\.utf-?8$/im.test(known.stdout) ? 'C.UTF-8' : 'en_US.UTF-8';
}

/** Creates the cluster unless it exists. A partly made cluster never gets its final name. */
async function createCluster(cluster: Cluster): Promise<boolean> {
  if (fs.existsSync(path.join(cluster.dir, 'PG_VERSION'))) return false;
  const unfinished = fs.mkdtempSync(`${cluster.dir}.unfinished-`);
  chown(unfinished, cluster.account);
  const options = ['-D', unfinished, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-instructions'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=PG_UNICODE_FAST', '--locale=C'];
  const args = [
    ...options,
    ...locale,
    `--lc-ctype=${await findUtf8Locale()}`,
    ...(cluster.durable ? [] : ['--no-sync']),
  ];
  try {
    await run(path.join(cluster.binaries, 'bin/initdb'), args, { ...cluster.account, cwd: '/', env: environment() });
    fs.renameSync(unfinished, cluster.dir);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (fs.existsSync(path.join(cluster.dir, 'PG_VERSION'))) return false;
    throw new Error(`The PostgreSQL cluster could not be made in ${cluster.dir}`, { cause: error });
  }
  return true;
}

function refuseForeignFiles(dir: string): void {
  const files = fs.existsSync(dir) ? fs.readdirSync(dir) : [];
  if (files.length > 0 && !files.includes('PG_VERSION')) {
    throw new Error(`${dir} holds files but no PostgreSQL cluster: move them away or choose another DATA_DIR.`);
  }
}

const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

/** Returns the pid of the new server once it answers; undefined when another server already uses the cluster. */
async function startServer(cluster: Cluster): Promise<number | undefined> {
  for (const deadline = Date.now() + LEFTOVERS_TIMEOUT_MS; ; await sleep(250)) {
    const logStart = openLog(cluster);
    const failure = await waitForAnswer(cluster, launch(cluster));
    if (typeof failure === 'number') return failure;

    const logTail = fs.readFileSync(logFile(cluster)).subarray(logStart).toString('utf8').trim();
    if (/lock file .* already exists/.test(logTail)) return undefined;
    // Workers that outlive a killed server exit by themselves within moments.
    const isTemporary = /pre-existing shared memory block|could not bind/.test(logTail);
    if (!isTemporary || Date.now() > deadline) {
      throw new Error(`The embedded PostgreSQL did not start (${failure.message}):\n${logTail}`);
    }
  }
}

function openLog(cluster: Cluster): number {
  const size = fs.statSync(logFile(cluster), { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_MAX_BYTES) return size;
  fs.truncateSync(logFile(cluster));
  return 0;
}

function launch(cluster: Cluster): ChildProcess {
  const settings = { ...TUNING, ...(cluster.durable ? {} : NOT_DURABLE), ...cluster.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = fs.openSync(logFile(cluster), 'a', 0o600);
  try {
    return spawn(
      path.join(cluster.binaries, 'bin/postgres'),
      ['-D', cluster.dir, '-p', String(PORT), '-k', cluster.socketDir, ...flags],
      { ...cluster.account, cwd: '/', env: environment(), stdio: ['ignore', output, output], detached: true },
    );
  } finally {
    fs.closeSync(output);
  }
}

async function waitForAnswer(cluster: Cluster, server: ChildProcess): Promise<number | Error> {
  let failure: Error | undefined;
  server.once('error', (error) => {
    failure = error;
  });
  server.once('exit', (code, signalName) => {
    failure ??= new Error(`it exited with ${signalName ?? code}`);
  });
  server.unref();

  const halt = () => server.pid && signal(server.pid, 'SIGINT');
  process.once('exit', halt);
  try {
    for (const deadline = Date.now() + START_TIMEOUT_MS; !failure; await sleep(20)) {
      if (server.pid && readPid(pidFile(cluster)) === server.pid) {
        // Written before the server accepts connections, so that a concurrent start sees which process owns the server.
        fs.writeFileSync(ownerFile(cluster), String(process.pid));
        if (await isAnswering(cluster)) return server.pid;
      }
      if (Date.now() > deadline) halt();
    }
    return failure;
  } finally {
    process.off('exit', halt);
  }
}
