import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { isRunningPostgres, readPid, signal } from '../../server/src/platform/database/embedded/postgres-process.ts';
import { prepareDatabase } from '../../server/src/platform/database/prepare-database.ts';
import { findFreePort } from '../../server/test/free-port.ts';
import { processorTime } from './processor-time.ts';
import { createProcesses, type ProductProcess } from './product-process.ts';
import { type LoadRedis, startRedis } from './redis.ts';

/** The whole product as in production: database, Redis, web nodes that share their files, a job process. */
export interface Stage {
  connection: EmbeddedPostgres['connection'];
  redis: LoadRedis;
  nodes: readonly ProductProcess[];
  jobs: ProductProcess;
  /** Where the product keeps files. */
  filesDir: string;
  open(publicUrl: string): Promise<void>;
  /** Waits until the process of jobs works. */
  jobsReady(): Promise<void>;
  restartDatabase(how: 'fast' | 'immediate', awayMs: number): Promise<void>;
  deaths(): string[];
  errors(): Map<string, number>;
  /** All that the processes of the product printed. */
  said(): string;
  processorTimes(): Record<string, number>;
  close(): Promise<void>;
}

const log = pino({ level: 'error' });

export async function openStage(dataDir: string, isRedisReal: boolean, webNodes = 2): Promise<Stage> {
  const databaseDir = path.join(dataDir, 'postgres');
  let postgres = await startEmbeddedPostgres({ dataDir: databaseDir, log });
  const { connection } = postgres;
  await prepareDatabase(connection, log);
  const redis = await startRedis(isRedisReal);
  const { host, port, user, database } = connection;
  const processes = createProcesses();
  const filesDir = path.join(dataDir, 'files');
  const healthPort = await findFreePort();
  let publicUrl = '';

  const add = (role: 'web' | 'jobs', nodePort: number): ProductProcess =>
    processes.add(role, nodePort, () => ({
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}&port=${port}`,
      DATA_DIR: filesDir,
      PUBLIC_URL: publicUrl,
      REDIS_URL: redis.url,
      ADMIN_PASSWORD: 'parol-admina-1',
      ...(role === 'jobs' && { HEALTH_PORT: String(healthPort) }),
    }));

  const nodes: ProductProcess[] = [];
  for (let i = 0; i < webNodes; i++) nodes.push(add('web', await findFreePort()));
  const jobs = add('jobs', await findFreePort());

  async function stopDatabase(how: 'fast' | 'immediate'): Promise<void> {
    if (how === 'immediate') {
      const pid = readPid(path.join(databaseDir, 'postmaster.pid'));
      signal(pid, 'SIGQUIT');
      while (isRunningPostgres(pid)) await sleep(20);
    }
    await postgres.stop();
  }

  return {
    connection,
    redis,
    nodes,
    jobs,
    filesDir,
    async open(url) {
      publicUrl = url;
      await jobs.start();
      await Promise.all(nodes.map((one) => one.start()));
    },
    jobsReady: () => isServing(healthPort),
    async restartDatabase(how, awayMs) {
      await stopDatabase(how);
      await sleep(awayMs);
      postgres = await startEmbeddedPostgres({ dataDir: databaseDir, log });
    },
    deaths: processes.deaths,
    errors: processes.errors,
    said: processes.said,
    processorTimes: () => ({
      nodes: processorTime(nodes.map((one) => one.pid())) ?? 0,
      jobs: processorTime([jobs.pid()]) ?? 0,
      database: processorTime([readPid(path.join(databaseDir, 'postmaster.pid'))]) ?? 0,
    }),
    async close() {
      await processes.close();
      await redis.kill().catch(() => {});
      await postgres.stop();
    },
  };
}

const READY_MS = 60_000;

async function isServing(port: number): Promise<void> {
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await sleep(50)) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
  }
  throw new Error('The process of jobs did not become ready');
}
