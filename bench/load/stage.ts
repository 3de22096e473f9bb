import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts';
import { isRunningPostgres, readPid, signal } from '../../server/src/platform/database/postgres-process.ts';
import { prepareDatabase } from '../../server/src/platform/database/prepare-database.ts';
import { findFreePort, launchNode, type RunningNode, startNode } from '../../server/test/trust/running-node.ts';
import { processorTime } from './processor-time.ts';
import { type LoadRedis, startRedis } from './redis.ts';

export interface StageNode {
  port: number;
  pid(): number;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** The whole product as in production: database, Redis, two web nodes, a job process. */
export interface Stage {
  connection: EmbeddedPostgres['connection'];
  redis: LoadRedis;
  nodes: readonly [StageNode, StageNode];
  open(publicUrl: string): Promise<void>;
  restartDatabase(how: 'fast' | 'immediate', awayMs: number): Promise<void>;
  deaths(): string[];
  errors(): Map<string, number>;
  processorTimes(): Record<string, number>;
  close(): Promise<void>;
}

const log = pino({ level: 'error' });
const OUTPUT_MAX = 600;
const STARTS_MAX = 10;
const ERROR = 50;

export async function openStage(dataDir: string, isRedisReal: boolean): Promise<Stage> {
  const databaseDir = path.join(dataDir, 'postgres');
  let postgres = await startEmbeddedPostgres({ dataDir: databaseDir, log });
  const { connection } = postgres;
  await prepareDatabase(connection, log);
  const redis = await startRedis(isRedisReal);
  const { host, port, user, database } = connection;
  const deaths: string[] = [];
  const running = new Set<number>();
  const killAll = (): void => {
    for (const pid of running) signal(pid, 'SIGKILL');
  };
  process.once('exit', killAll);
  const outputs: (() => string)[] = [];
  let publicUrl = '';

  function node(role: 'web' | 'jobs', nodePort: number): StageNode {
    let current: RunningNode | undefined;
    let isWanted = false;
    return {
      port: nodePort,
      pid: () => current?.pid ?? 0,
      async start() {
        const folder = path.join(dataDir, `${role}-${nodePort}`);
        mkdirSync(folder, { recursive: true });
        const environment = {
          DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}&port=${port}`,
          DATA_DIR: folder,
          PORT: String(nodePort),
          PUBLIC_URL: publicUrl,
          REDIS_URL: redis.url,
          ADMIN_PASSWORD: 'parol-admina-1',
        };
        isWanted = true;
        const mine =
          role === 'web'
            ? await startWithRetries(environment)
            : launchNode({ environment, roles: [role], detached: true });
        current = mine;
        running.add(mine.pid);
        outputs.push(mine.output);
        void mine.ended.then((code) => {
          running.delete(mine.pid);
          if (isWanted && current === mine)
            deaths.push(`${role} ended with ${code}: ${mine.output().slice(-OUTPUT_MAX)}`);
        });
      },
      async kill() {
        isWanted = false;
        await current?.end('SIGKILL');
      },
    };
  }

  const nodes = [node('web', await findFreePort()), node('web', await findFreePort())] as const;
  const jobs = node('jobs', await findFreePort());

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
    deaths: () => deaths,
    errors() {
      const counted = new Map<string, number>();
      for (const output of outputs)
        for (const line of errorsIn(output())) counted.set(line, (counted.get(line) ?? 0) + 1);
      return counted;
    },
    processorTimes: () => ({
      nodes: processorTime(nodes.map((one) => one.pid())) ?? 0,
      jobs: processorTime([jobs.pid()]) ?? 0,
      database: processorTime([readPid(path.join(databaseDir, 'postmaster.pid'))]) ?? 0,
    }),
    async close() {
      for (const one of [...nodes, jobs]) {
        signal(one.pid(), 'SIGCONT');
        await one.kill();
      }
      await redis.kill().catch(() => {});
      process.off('exit', killAll);
      await postgres.stop();
    },
  };
}

/** A node does not start while the database recovers; a supervisor would start it again. */
async function startWithRetries(environment: Record<string, string>): Promise<RunningNode> {
  for (let failures = 0; ; failures++) {
    try {
      return await startNode({ environment, roles: ['web'], detached: true });
    } catch (error) {
      if (failures === STARTS_MAX) throw error;
      await sleep(1000);
    }
  }
}

/** Extracts logged errors without their variable parts, so that equal errors can be counted. */
function errorsIn(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return line.trim() === '' ? [] : [line];
    try {
      const { level, msg, reason, err } = JSON.parse(line) as {
        level: number;
        msg: string;
        reason?: string;
        err?: { message?: string; code?: string };
      };
      return level >= ERROR ? [[msg, reason, err?.code, err?.message].filter(Boolean).join(': ')] : [];
    } catch {
      return [];
    }
  });
}
