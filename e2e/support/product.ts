import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findMemoryFolder } from '../../scripts/memory-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Milliseconds. The first start creates a database cluster and several hundred ads with photos. */
const START_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 30_000;

/** Environment variables inherited from the tests; all others are set here. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'USER'];

export const ADMIN = { login: 'admin', password: 'journeys-of-okolo-1' };

/**
 * Address of the server under test: `E2E_URL` for a running one, otherwise a free port, chosen once per run and
 * inherited by the test processes.
 */
export async function productUrl(): Promise<string> {
  if (process.env.E2E_URL) return new URL(process.env.E2E_URL).origin;
  process.env.E2E_PORT ??= String(await freePort());
  return `http://localhost:${process.env.E2E_PORT}`;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });
}

/**
 * Starts the product with demo data in a folder of its own: the built one, unless another script is named. Returns a
 * function that stops it and deletes the data.
 */
export async function startProduct(
  url: string,
  logFile: string,
  environment: Record<string, string> = {},
  script: 'start' | 'dev' = 'start',
): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(findMemoryFolder() ?? os.tmpdir(), 'okolo-e2e-'));
  // PostgreSQL started by root switches to another user, who needs access to this folder.
  chmodSync(dataDir, 0o755);
  await mkdir(path.dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  const inherited = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const product = spawn(process.execPath, [`scripts/${script}.mjs`], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      PORT: new URL(url).port,
      PUBLIC_URL: url,
      MEDIA_PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DEMO: 'on',
      ADMIN_LOGIN: ADMIN.login,
      ADMIN_PASSWORD: ADMIN.password,
      // The tests send the requests of a hundred visitors from one address.
      RATE_LIMITS: 'off',
      CHECK_CACHED_PARTS: 'on',
      // With the long tests each change and each refusal is an entry, which is read for secrets afterwards.
      LOG_LEVEL: process.env.LONG_TESTS === 'off' ? 'warn' : 'info',
      DRAIN_SECONDS: '0',
      ...environment,
    },
  });
  product.stdout.pipe(log);
  product.stderr.pipe(log);

  const stop = async (): Promise<void> => {
    await stopProcess(product);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(url, product, logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function waitUntilReady(url: string, product: ChildProcess, logFile: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (product.exitCode !== null) break;
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await pause(200);
  }
  const tail = (await readFile(logFile, 'utf8')).split('\n').slice(-30).join('\n');
  throw new Error(`The product did not start. The end of ${logFile}:\n${tail}`);
}

async function stopProcess(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null) return;
  const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()));
  product.kill('SIGTERM');
  const late = setTimeout(() => product.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(late);
}
