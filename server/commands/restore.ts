import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { restoreBackup } from '../src/platform/backup/restore-backup.ts';
import { parseConfig } from '../src/platform/config.ts';
import { reachDatabase } from '../src/platform/database/reach-database.ts';
import { createStorage } from '../src/platform/storage/storage.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'npm run restore -- --from DIR [--replace]';

/** `npm run restore -- --from DIR [--replace]`: docs/backup.md. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } } });
  if (values.from === undefined) throw new Error(USAGE);
  const config = parseConfig(process.env);
  const log = pino({ level: 'warn', base: undefined });
  await mkdir(config.dataDir, { recursive: true });
  const database = await reachDatabase(config, log);
  try {
    await restoreBackup({
      connection: database.now,
      storage: await createStorage(config),
      migrations: path.resolve(import.meta.dirname, '../migrations'),
      from: path.resolve(process.env.INIT_CWD ?? '.', values.from),
      replace: values.replace,
      log,
      report: console.log,
    });
    console.log('Restored. Start the product as ever.');
  } finally {
    await database.stop();
  }
}

await runCommand('Nothing was restored', run);
