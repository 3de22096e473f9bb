import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { pino } from 'pino';
import { type Comparison, compareRestored, formatComparisons } from '../src/platform/backup/compare-restored.ts';
import { createBackup } from '../src/platform/backup/create-backup.ts';
import { restoreBackup } from '../src/platform/backup/restore-backup.ts';
import { type Config, parseConfig } from '../src/platform/config.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts';
import { reachDatabase } from '../src/platform/database/reach-database.ts';
import { createStorage } from '../src/platform/storage/storage.ts';
import { runCommand } from './run-command.ts';

const log = pino({ level: 'warn', base: undefined });

/** `npm run drill:restore [-- --in DIR]`: docs/backup.md. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { in: { type: 'string', default: os.tmpdir() } } });
  const config = parseConfig(process.env);
  const scratch = await mkdtemp(path.join(path.resolve(process.env.INIT_CWD ?? '.', values.in), 'okolo-drill-'));
  try {
    const compared = await withDatabase(config, (connection) => drill(config, connection, scratch));
    console.log(formatComparisons(compared));
    const different = compared.filter(({ isSame }) => !isSame).length;
    console.log(different === 0 ? 'Everything came back.' : `${different} of ${compared.length} differ.`);
    process.exitCode = different === 0 ? 0 : 2;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function withDatabase<T>(config: Config, use: (connection: pg.PoolConfig) => Promise<T>): Promise<T> {
  const { now, stop } = await reachDatabase(config, log);
  try {
    return await use(now);
  } finally {
    await stop();
  }
}

/** Backs up the product, restores the backup into a database and a folder of their own, and compares them with it. */
async function drill(config: Config, connection: pg.PoolConfig, scratch: string): Promise<Comparison[]> {
  const began = performance.now();
  const { folder, manifest } = await createBackup({
    connection,
    storage: await createStorage(config),
    to: path.join(scratch, 'backups'),
    now: new Date(),
    report: console.log,
  });
  const copied = performance.now();
  // PostgreSQL never runs as root: its account passes through the folder, and reads only its own.
  await chmod(scratch, 0o711);
  const restored = path.join(scratch, 'restored');
  await mkdir(restored, { mode: 0o700 });
  const storage = await createStorage({ dataDir: restored });
  const database = await startEmbeddedPostgres({ dataDir: path.join(scratch, 'postgres'), log });
  try {
    await restoreBackup({
      connection: database.connection,
      storage,
      migrations: path.resolve(import.meta.dirname, '../migrations'),
      from: folder,
      replace: false,
      log,
      report: console.log,
    });
    const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
    console.log(`Copied in ${seconds(began, copied)} s, restored in ${seconds(copied, performance.now())} s.`);
    const compared = await compareRestored(database.connection, storage, folder, manifest);
    const { missing } = manifest;
    if (missing.length === 0) return compared;
    return [...compared, { what: 'files that are nowhere', copied: missing.length, restored: 0, isSame: false }];
  } finally {
    await database.stop();
  }
}

await runCommand('The drill failed', run);
