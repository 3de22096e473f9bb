import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { readPid } from '../../server/src/platform/database/embedded/postgres-process.ts';
import { findFreePort } from '../../server/test/free-port.ts';
import { launchNode, type RunningNode, serving } from '../../server/test/trust/running-node.ts';
import { prepareHaproxy } from '../drill/haproxy.ts';
import { until } from '../drill/server-process.ts';
import { now } from '../load/person.ts';
import { processorTime } from '../load/processor-time.ts';
import { errorsIn } from '../load/product-process.ts';
import { startRedis } from '../load/redis.ts';
import type { LoadScene } from '../load/run-load.ts';
import type { Fault } from '../load/timing.ts';
import type { Version } from './older-version.ts';
import { isServed, startVisitors, type VisitorFigures } from './visitors.ts';

export interface UpgradeScene extends LoadScene {
  visits(): VisitorFigures & { openPages: VisitorFigures };
  /** Migrations that `migrate` applied while nodes of the older version served. */
  migrations(): readonly string[];
  close(): Promise<void>;
}

interface Part {
  role: 'web' | 'jobs';
  port: number;
  running?: RunningNode;
}

const VISITORS = 4;
const READY_MS = 60_000;
const OUTPUT_MAX = 2000;
const log = pino({ level: 'error' });

/**
 * The product of an older commit behind HAProxy, and how an operator replaces it while people use it: `migrate`, `jobs`,
 * one web node after the other by SIGTERM as `docs/deployment.md` says, `migrate after`.
 */
export async function openUpgrade(dataDir: string, older: Version, newer: Version): Promise<UpgradeScene> {
  const databaseDir = path.join(dataDir, 'postgres');
  const postgres = await startEmbeddedPostgres({ dataDir: databaseDir, log });
  const redis = await startRedis();
  const parts: [Part, Part, Part] = [
    { role: 'jobs', port: await findFreePort() },
    { role: 'web', port: await findFreePort() },
    { role: 'web', port: await findFreePort() },
  ];
  const proxy = await prepareHaproxy(dataDir, [parts[1].port, parts[2].port]);
  await proxy.start();
  const { host, port, user, database } = postgres.connection;
  const outputs: (() => string)[] = [];
  const deaths: string[] = [];
  let migrations: readonly string[] = [];
  let visited: Awaited<ReturnType<Awaited<ReturnType<typeof startVisitors>>['stop']>> | undefined;

  function launch({ root }: Version, roles: readonly string[], nodePort: number): RunningNode {
    // One folder for all, as for processes of one machine.
    const folder = path.join(dataDir, 'data');
    mkdirSync(folder, { recursive: true });
    const node = launchNode({
      root,
      roles,
      detached: true,
      environment: {
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}&port=${port}`,
        DATA_DIR: folder,
        PORT: String(nodePort),
        PUBLIC_URL: proxy.origin,
        REDIS_URL: redis.url,
        ADMIN_PASSWORD: 'parol-admina-1',
        DRAIN_SECONDS: '5',
      },
    });
    outputs.push(node.output);
    return node;
  }

  async function migrate(version: Version, ...when: string[]): Promise<void> {
    const node = launch(version, ['migrate', ...when], 0);
    const code = await node.ended;
    if (code !== 0) throw new Error(`migrate ${when} ended with ${code}: ${node.output().slice(-OUTPUT_MAX)}`);
  }

  async function listMigrations(): Promise<string[]> {
    const client = new pg.Client(postgres.connection);
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
      return rows.map(({ name }) => name);
    } finally {
      await client.end();
    }
  }

  async function start(part: Part, version: Version): Promise<void> {
    const node = launch(version, [part.role], part.port);
    part.running = node;
    void node.ended.then((code) => {
      if (part.running === node) deaths.push(`${part.role} ended with ${code}: ${node.output().slice(-OUTPUT_MAX)}`);
    });
    if (part.role === 'web') await serving(node);
  }

  async function replace(part: Part): Promise<void> {
    const { running } = part;
    delete part.running;
    const code = await running?.end('SIGTERM');
    if (code !== 0) deaths.push(`${part.role} ended with ${code} after SIGTERM`);
    await start(part, newer);
  }

  async function timed(kind: string, work: () => Promise<void>): Promise<Fault> {
    const begin = now();
    await work();
    return { kind, begin, end: now() };
  }

  await migrate(older);
  const isTrusted = { NODE_EXTRA_CA_CERTS: proxy.certificate };
  return {
    redis: redis.what,
    origin: proxy.origin,
    environment: isTrusted,
    connection: () => postgres.connection,
    async open() {
      for (const part of parts) await start(part, older);
      await until('A page comes through HAProxy', () => isServed(proxy, '/api/categories'), READY_MS);
    },
    async breakParts() {
      const visitors = await startVisitors(proxy, VISITORS);
      const [jobs, one, other] = parts;
      const before = new Set(await listMigrations());
      const migrating = await timed('migrate', () => migrate(newer));
      migrations = (await listMigrations()).filter((name) => !before.has(name));
      const steps = [
        migrating,
        await timed('jobs', () => replace(jobs)),
        await timed('web-1', () => replace(one)),
        await timed('web-2', () => replace(other)),
        await timed('migrate after', () => migrate(newer, 'after')),
      ];
      visited = await visitors.stop();
      return steps;
    },
    deaths: () => deaths,
    errors() {
      const lines = outputs.flatMap((output) => errorsIn(output()));
      return new Map([...Map.groupBy(lines, (line) => line)].map(([line, all]) => [line, all.length]));
    },
    said: () => outputs.map((output) => output()).join('\n'),
    processorTimes: () => ({ database: processorTime([readPid(path.join(databaseDir, 'postmaster.pid'))]) ?? 0 }),
    migrations: () => migrations,
    visits() {
      if (visited === undefined) throw new Error('The upgrade did not come to its end');
      return visited;
    },
    async close() {
      for (const { running } of parts) await running?.end('SIGKILL');
      await proxy.close();
      await redis.kill();
      await postgres.stop();
    },
  };
}
