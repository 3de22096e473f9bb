import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { prepareDatabase } from '../../server/src/platform/database/prepare-database.ts';
import { findFreePort } from '../../server/test/free-port.ts';
import { processorTime } from '../load/processor-time.ts';
import { createProcesses, type ProductProcess, type ProductProcesses } from '../load/product-process.ts';
import { type Haproxy, prepareHaproxy } from './haproxy.ts';
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts';
import { type RedisGroup, startRedisGroup } from './redis-group.ts';
import { until } from './server-process.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

const HOST = '127.0.0.1';
const MEDIA_SECRET = 'secret-of-the-drill-rooms';
const DEMO_MS = 300_000;

/** The whole product on several machines, as `docs/deployment.md` says, with each part that can be there twice. */
export interface DrillStage {
  postgres: PostgresPair;
  redis: RedisGroup;
  haproxy: Haproxy;
  web: readonly [ProductProcess, ProductProcess];
  jobs: ProductProcess;
  media: readonly [ProductProcess, ProductProcess];
  /** The disk of DATA_DIR, or why it is none of its own. */
  disk: SmallDisk | string;
  processes: ProductProcesses;
  open(): Promise<void>;
  processorTimes(): Record<string, number>;
  close(): Promise<void>;
}

export async function openDrillStage(folder: string, programs: string): Promise<DrillStage> {
  const disk = mountSmallDisk(path.join(folder, 'files'));
  const closing: (() => Promise<void>)[] = [
    async () => {
      if (typeof disk !== 'string') disk.close();
    },
  ];
  const close = async (): Promise<void> => {
    for (const step of closing.toReversed()) await step();
  };
  try {
    return { ...(await startParts(folder, programs, closing)), disk, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(
  folder: string,
  programs: string,
  closing: (() => Promise<void>)[],
): Promise<Omit<DrillStage, 'disk' | 'close'>> {
  const files = path.join(folder, 'files');
  const postgres = await startPostgresPair(path.join(folder, 'postgres'), programs, closing);
  const redis = await startRedisGroup(folder, closing);
  await prepareDatabase(postgres.connection(), pino({ level: 'error' }));
  const ports: number[] = [];
  for (let i = 0; i < 6; i++) ports.push(await findFreePort());
  const [webOne = 0, webTwo = 0, jobsPort = 0, jobsHealth = 0, mediaOne = 0, mediaTwo = 0] = ports;
  const haproxy = await prepareHaproxy(folder, [webOne, webTwo]);
  closing.push(haproxy.close);

  const processes = createProcesses();
  closing.push(processes.close);
  const common = { MEDIA_SECRET, PUBLIC_URL: haproxy.origin, ADMIN_PASSWORD: 'parol-admina-1' };
  const shared = {
    ...common,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    DATA_DIR: files,
    MEDIA_URL: [mediaOne, mediaTwo].map((port) => `ws://${HOST}:${port}`).join(','),
  };
  const addMedia = (port: number): ProductProcess =>
    processes.add('sfu', port, () => ({
      ...common,
      MEDIA_PORT: String(port),
      MEDIA_ANNOUNCE: HOST,
      DATA_DIR: path.join(folder, `media-${port}`),
    }));
  const web = [processes.add('web', webOne, () => shared), processes.add('web', webTwo, () => shared)] as const;
  const jobs = processes.add('jobs', jobsPort, () => ({ ...shared, HEALTH_PORT: String(jobsHealth) }));
  const media = [addMedia(mediaOne), addMedia(mediaTwo)] as const;
  mkdirSync(files, { recursive: true });

  return {
    ...{ postgres, redis, haproxy, web, jobs, media, processes },
    async open() {
      await haproxy.start();
      for (const node of media) await node.start();
      await jobs.start({ DEMO: 'on' });
      // Its people, ads and pictures are there before the first web node.
      await until('the process of jobs is ready', () => isReady(jobsHealth), DEMO_MS, 500);
      await Promise.all(web.map((node) => node.start()));
      for (const node of web)
        await until(`HAProxy serves node ${node.port}`, () => isServed(haproxy.origin), DEMO_MS, 200);
    },
    processorTimes: () => ({
      nodes: processorTime(web.map((node) => node.pid())) ?? 0,
      jobs: processorTime([jobs.pid()]) ?? 0,
      media: processorTime(media.map((node) => node.pid())) ?? 0,
      database: processorTime(postgres.pids()) ?? 0,
      redis: processorTime(redis.pids()) ?? 0,
      haproxy: processorTime([haproxy.pid()]) ?? 0,
    }),
  };
}

const isReady = async (port: number): Promise<boolean> => (await fetch(`http://${HOST}:${port}/readyz`)).ok;

const isServed = async (origin: string): Promise<boolean> => (await fetch(`${origin}/readyz`)).ok;
