import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { median } from '../load.ts';
import { startProduct } from '../product.ts';
import { type NamedFigure, type Row, rowOf } from '../report.ts';
import { measureFirstLoad } from './first-load-rows.ts';

/** What `scripts/start.mjs` keeps for the next start. */
const COMPILED = path.resolve(import.meta.dirname, '../../.cache/node');
const FIRST_START_MAX_SECONDS = 25;
const START_MAX_SECONDS = 5;
const STARTS = 3;

export async function measureProduct(folder: string): Promise<Row[]> {
  const dataDir = path.join(folder, `product-${process.pid}`);
  await rm(COMPILED, { recursive: true, force: true });
  const first = await startProduct(dataDir, await freePort());
  let firstLoad: Row[];
  try {
    firstLoad = await measureFirstLoad(first.url);
  } finally {
    await first.stop();
  }
  const starts: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const again = await startProduct(dataDir, await freePort());
    starts.push(again.startSeconds);
    await again.stop();
  }
  return [
    ...firstLoad,
    rowOf('Start of the product, to the first page', [
      startOf('the first of all, demo data included', first.startSeconds, FIRST_START_MAX_SECONDS),
      startOf(`on an existing database (median of ${STARTS})`, median(starts), START_MAX_SECONDS),
    ]),
  ];
}

const startOf = (name: string, seconds: number, limit: number): NamedFigure => ({
  name,
  figure: `${seconds.toFixed(1)} s`,
  limit: `≤ ${limit} s`,
  isMet: seconds <= limit,
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}
