import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { buildServices } from '../server/src/build-services.ts';
import { seedDemo } from '../server/src/demo/seed-demo.ts';
import { parseConfig } from '../server/src/platform/config.ts';

/** Fills the database with the demo data of a first start. Its files are not kept, because no page reads them. */
export async function insertDemoSite(connection: pg.PoolConfig): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'okolo-demo-'));
  const config = parseConfig({ DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'warn' });
  const { services, close } = await buildServices({ config, log: pino({ level: 'warn' }), connection });
  try {
    await seedDemo(services);
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
