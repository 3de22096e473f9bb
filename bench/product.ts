import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START = path.resolve(import.meta.dirname, '../scripts/start.mjs');
const PATIENCE_MS = 300_000;

export interface RunningProduct {
  url: string;
  startSeconds: number;
  stop(): Promise<void>;
}

export async function startProduct(dataDir: string, port: number): Promise<RunningProduct> {
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = spawn(process.execPath, [START], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}`);
    if (performance.now() - begin > PATIENCE_MS) throw new Error('The product did not start');
    await sleep(20);
  }
  return {
    url,
    startSeconds: (performance.now() - begin) / 1000,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url);
    return ok;
  } catch {
    return false;
  }
}
