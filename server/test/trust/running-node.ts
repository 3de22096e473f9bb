import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '../free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** A first start makes the demo data, which takes minutes beside much other work. */
const START_TIMEOUT_MS = 240_000;

const run = promisify(execFile);

export interface RunningNode {
  pid: number;
  origin: string;
  output(): string;
  ended: Promise<number | null>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

export interface NodeOptions {
  environment: Record<string, string>;
  roles?: readonly string[];
  /** The checkout whose program runs. Default: this one. */
  root?: string;
  /** Runs in a separate session like a service, because systems schedule processors per session. */
  detached?: boolean;
}

/** The web role does not start without a built site. */
export async function ensureSiteBuilt(): Promise<void> {
  if (existsSync(path.join(ROOT, 'web/build/server/index.js'))) return;
  await run(process.execPath, ['scripts/build.mjs'], { cwd: ROOT });
}

/** Creates a data directory that the database's own system account may enter too. */
export async function createDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'okolo-node-'));
  await chmod(dataDir, 0o755);
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

export function launchNode({ environment, roles = [], root = ROOT, detached = false }: NodeOptions): RunningNode {
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcess = spawn(process.execPath, ['server/src/main.ts', ...roles], {
    cwd: root,
    env: {
      PATH,
      HOME,
      // A node that starts the database again does it where the test looks for it.
      TMPDIR: os.tmpdir(),
      NODE_ENV: 'production',
      RATE_LIMITS: 'off',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  const said: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    pid: child.pid ?? 0,
    origin: `http://127.0.0.1:${environment.PORT ?? 3000}`,
    output: () => Buffer.concat(said).toString('utf8'),
    ended,
    async end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a node with a media node on a port of its own: tests run at the same time. */
export async function startNode({ environment, ...options }: NodeOptions): Promise<RunningNode> {
  const node = launchNode({ environment: { MEDIA_PORT: String(await findFreePort()), ...environment }, ...options });
  await serving(node);
  return node;
}

export async function serving(node: RunningNode): Promise<void> {
  let hasEnded = false;
  void node.ended.then(() => {
    hasEnded = true;
  });
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && !hasEnded; await sleep(50)) {
    const response = await fetch(`${node.origin}/readyz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return;
  }
  await node.end('SIGKILL');
  const [load = 0] = os.loadavg();
  throw new Error(`The node did not come up, at a load of ${load.toFixed(1)}:\n${node.output()}`);
}

export async function listMediaWorkers(parent: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [pid = 0, ppid] = line.trim().split(/\s+/, 2).map(Number);
    return ppid === parent && line.includes('media-worker') ? [pid] : [];
  });
}
