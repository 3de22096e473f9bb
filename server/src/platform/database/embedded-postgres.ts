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

/** Only names the socket file: the server listens on no TCP port. */
const PORT = 5432;
const USER = 'okolo';

/** Crash recovery of a busy cluster may replay gigabytes; while the server lives, it is worth waiting for. */
const START_TIMEOUT_MS = 300_000;
/** After a crash the old server's last workers may need a moment to notice that it is gone. */
const LEFTOVERS_TIMEOUT_MS = 15_000;
const LOG_MAX_BYTES = 10_000_000;

/** For a small machine that runs the whole product: memory in the hundreds of megabytes, an SSD, short queries. */
const TUNING = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '768MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  checkpoint_timeout: '15min',
  max_wal_size: '2GB',
  jit: 'off',
  // Containers give 64 MB of shared memory, and two cores serve more people one query each.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** A cluster that may be lost with the machine's power: for tests, several times faster on a busy disk. */
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
};

export interface EmbeddedPostgresOptions {
  /** The cluster's directory, made when missing. */
  dataDir: string;
  log: BaseLogger;
  /** `false` trades the promise to survive a power cut for speed. Default `true`. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  connection: pg.PoolConfig;
  /** The cluster was made by this start. */
  fresh: boolean;
  /** The server was already running: left by a process that died, or shared with one that lives. */
  adopted: boolean;
  stop(): Promise<void>;
}

interface Cluster {
  dir: string;
  binaries: string;
  socketDir: string;
  account: ServerAccount;
  durable: boolean;
  log: BaseLogger;
}

/**
 * Start the product's own PostgreSQL, or take over the one that a killed process left running.
 *
 * The server is a process group of its own, so that Ctrl-C reaches only us and we may finish our requests
 * before it stops; our exit, expected or not, stops it. Only a kill -9 leaves it behind, for the next start to adopt.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = placeCluster(options);
  const running = await findRunningServer(cluster);
  if (running) return attach(cluster, running);

  const fresh = await createCluster(cluster);
  const pid = await startServer(cluster);
  // Another start on the same directory may have been faster than ours: then its server is the one.
  return pid === undefined ? startEmbeddedPostgres(options) : manageServer(cluster, { pid, fresh, adopted: false });
}

function placeCluster({ dataDir, log, durable = true }: EmbeddedPostgresOptions): Cluster {
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
  return { dir, binaries, socketDir: createSocketDir(tag, account), account, durable, log };
}

/** Trusting every local connection is safe only because nobody else can enter this directory. */
function createSocketDir(tag: string, account: ServerAccount): string {
  const longest = 80; // A socket's whole path must fit into 103 bytes on macOS, 107 on Linux.
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

/** The data directory of the server behind our socket; undefined when nobody answers (yet). */
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

/** The pid of a live server on this cluster, after waiting out one that is still starting or stopping. */
async function findRunningServer(cluster: Cluster): Promise<number | undefined> {
  const pid = readPid(pidFile(cluster));
  if (pid === 0) return undefined;

  for (const deadline = Date.now() + LEFTOVERS_TIMEOUT_MS; isRunningPostgres(pid); await sleep(25)) {
    if (await isAnswering(cluster)) return pid;
    if (Date.now() > deadline) await stopPostgres(pid);
  }
  // After a reboot the pid may be anybody's, which PostgreSQL takes for a running server. A pid of nobody it
  // handles itself, and better: it also looks for surviving workers of the crashed server.
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
 * The character type that makes trigrams and text search see Cyrillic letters: under plain "C" they see none.
 * Case and order come from PostgreSQL's own Unicode tables, the same on every machine.
 */
async function findUtf8Locale(): Promise<string> {
  const known = await run('locale', ['-a']).catch(() => ({ stdout: '' }));
  return /^C\.utf-?8$/im.test(known.stdout) ? 'C.UTF-8' : 'en_US.UTF-8';
}

/** Make the cluster if there is none yet; a half-made one never gets its final name. */
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

/** The pid of the new server once it answers; undefined when another server has the cluster already. */
async function startServer(cluster: Cluster): Promise<number | undefined> {
  for (const deadline = Date.now() + LEFTOVERS_TIMEOUT_MS; ; await sleep(250)) {
    const logStart = openLog(cluster);
    const failure = await waitForAnswer(cluster, launch(cluster));
    if (typeof failure === 'number') return failure;

    const logTail = fs.readFileSync(logFile(cluster)).subarray(logStart).toString('utf8').trim();
    if (/lock file .* already exists/.test(logTail)) return undefined;
    // Workers that outlived a killed server go away by themselves within moments.
    const isTemporary = /pre-existing shared memory block|could not bind/.test(logTail);
    if (!isTemporary || Date.now() > deadline) {
      throw new Error(`The embedded PostgreSQL did not start (${failure.message}):\n${logTail}`);
    }
  }
}

/** The length of the log so far. */
function openLog(cluster: Cluster): number {
  const size = fs.statSync(logFile(cluster), { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_MAX_BYTES) return size;
  fs.truncateSync(logFile(cluster));
  return 0;
}

function launch(cluster: Cluster): ChildProcess {
  const settings = { ...TUNING, ...(cluster.durable ? {} : NOT_DURABLE) };
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

/** The pid, or why the server went away before it answered. */
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
        // Before anybody can connect, so that a second start at the same moment sees whose server it is.
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
