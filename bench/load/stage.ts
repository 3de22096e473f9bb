import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { isRunningPostgres, readPid, signal } from '../../server/src/platform/database/embedded/postgres-process.ts';
import { prepareDatabase } from '../../server/src/platform/database/prepare-database.ts';
import { findFreePort } from '../../server/test/trust/running-node.ts';
import { processorTime } from './processor-time.ts';
import { createProcesses, type ProductProcess } from './product-process.ts';
import { type LoadRedis, startRedis } from './redis.ts';

/** The whole product as in production: database, Redis, two web nodes, a job process. */
export interface Stage {
  connection: EmbeddedPostgres['connection'];
  redis: LoadRedis;
  nodes: readonly [ProductProcess, ProductProcess];
  open(publicUrl: string): Promise<void>;
  restartDatabase(how: 'fast' | 'immediate', awayMs: number): Promise<void>;
  deaths(): string[];
  errors(): Map<string, number>;
  processorTimes(): Record<string, number>;
  close(): Promise<void>;
}

const log = pino({ level: 'error' });

export async function openStage(dataDir: string, isRedisReal: boolean): Promise<Stage> {
  const databaseDir = path.join(dataDir, 'postgres');
  let postgres = await startEmbeddedPostgres({ dataDir: databaseDir, log });
  const { connection } = postgres;
  await prepareDatabase(connection, log);
  const redis = await startRedis(isRedisReal);
  const { host, port, user, database } = connection;
  const processes = createProcesses();
  let publicUrl = '';

  const add = (role: 'web' | 'jobs', nodePort: number): ProductProcess =>
    processes.add(role, nodePort, () => ({
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}&port=${port}`,
      DATA_DIR: path.join(dataDir, `${role}-${nodePort}`),
      PUBLIC_URL: publicUrl,
      REDIS_URL: redis.url,
      ADMIN_PASSWORD: 'parol-admina-1',
    }));

  const nodes = [add('web', await findFreePort()), add('web', await findFreePort())] as const;
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
    async open(url) {
      publicUrl = url;
      await jobs.start();
      await Promise.all(nodes.map((one) => one.start()));
    },
    async restartDatabase(how, awayMs) {
      await stopDatabase(how);
      await sleep(awayMs);
      postgres = await startEmbeddedPostgres({ dataDir: databaseDir, log });
    },
    deaths: processes.deaths,
    errors: processes.errors,
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
