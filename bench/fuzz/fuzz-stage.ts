import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { signal } from '../../server/src/platform/database/embedded/postgres-process.ts';
import { findFreePort } from '../../server/test/free-port.ts';
import { startNode } from '../../server/test/trust/running-node.ts';
import { errorsIn } from '../load/product-process.ts';
import { type FuzzPeople, openPeople } from './fuzz-people.ts';

export interface Memory {
  rss: number;
  heapUsed: number;
}

/** The product with demo data, in a process and with a database of its own. */
export interface FuzzStage {
  origin: string;
  people: FuzzPeople;
  /** What the process holds after its garbage was collected. */
  memory(): Promise<Memory>;
  hasEnded(): boolean;
  /** Errors that the product logged. */
  errors(): string[];
  close(): Promise<void>;
}

const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'report-memory.mjs')).href;
const MEMORY_TIMEOUT_MS = 60_000;

export async function openStage(dataDir: string): Promise<FuzzStage> {
  const log = pino({ level: 'error' });
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log });
  const { connection } = postgres;
  const { host, port, user, database } = connection;
  const nodePort = await findFreePort();
  const origin = `http://127.0.0.1:${nodePort}`;
  const nodeData = path.join(dataDir, 'node');
  mkdirSync(nodeData);
  const node = await startNode({
    environment: {
      PORT: String(nodePort),
      PUBLIC_URL: origin,
      DATA_DIR: nodeData,
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}&port=${port}`,
      DEMO: 'on',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: 'parol-admina-1',
      NODE_OPTIONS: `--expose-gc --import=${PRELOAD}`,
    },
    detached: true,
  }).catch(async (error) => {
    await postgres.stop();
    throw error;
  });
  let hasEnded = false;
  void node.ended.then(() => {
    hasEnded = true;
  });
  const kill = (): void => signal(node.pid, 'SIGKILL');
  process.once('exit', kill);
  const people = await openPeople(connection);
  const memories = (): Memory[] =>
    [...node.output().matchAll(/^\{"memory":(\{.+\})\}$/gm)].map(([, json = '']) => JSON.parse(json) as Memory);

  return {
    origin,
    people,
    async memory() {
      const known = memories().length;
      signal(node.pid, 'SIGUSR2');
      for (const deadline = Date.now() + MEMORY_TIMEOUT_MS; Date.now() < deadline && !hasEnded; await sleep(20)) {
        const found = memories()[known];
        if (found !== undefined) return found;
      }
      throw new Error('The product did not say how much memory it holds');
    },
    hasEnded: () => hasEnded,
    errors: () => errorsIn(node.output()),
    async close() {
      await people.close();
      if (!hasEnded) await node.end('SIGTERM');
      process.off('exit', kill);
      await postgres.stop();
    },
  };
}
