import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { createBackup } from '../src/platform/backup/create-backup.ts';
import { parseConfig } from '../src/platform/config.ts';
import { reachDatabase } from '../src/platform/database/reach-database.ts';
import { createStorage } from '../src/platform/storage/storage.ts';
import { runCommand } from './run-command.ts';

/** `npm run backup [-- --to DIR] [--snapshot-minutes N]`: docs/backup.md. */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: 'backups' },
      'snapshot-minutes': { type: 'string', default: '60' },
    },
  });
  const minutes = Number(values['snapshot-minutes']);
  if (!(minutes > 0)) throw new Error('--snapshot-minutes is a number of minutes');
  const config = parseConfig(process.env);
  const log = pino({ level: 'warn', base: undefined });
  const database = await reachDatabase(config, log);
  try {
    const { folder, manifest } = await createBackup({
      connection: database.now,
      storage: await createStorage(config),
      to: path.resolve(process.env.INIT_CWD ?? '.', values.to),
      now: new Date(),
      report: console.log,
      snapshotMaxMs: minutes * 60_000,
    });
    console.log(`Backup: ${folder}`);
    if (manifest.missing.length === 0) return;
    console.error(`The database names ${manifest.missing.length} files that are nowhere; the manifest lists them:`);
    for (const key of manifest.missing.slice(0, 10)) console.error(`  ${key}`);
    process.exitCode = 3;
  } finally {
    await database.stop();
  }
}

await runCommand('No backup was made', run);
