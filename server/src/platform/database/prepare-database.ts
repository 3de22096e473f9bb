import path from 'node:path';
import { prepareQueue } from '../queue/queue.ts';
import type { Services } from '../services.ts';
import { migrate } from './migrate.ts';
import { checkServer, openDatabase } from './open-database.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');

/** Bring a database up to this version of the product; of processes that do so at once each waits for the one before. */
export async function prepareDatabase(
  connection: Parameters<typeof openDatabase>[0],
  log: Services['log'],
): Promise<void> {
  const { pool, close } = openDatabase<never>(connection, { max: 2, log });
  try {
    await checkServer(pool);
    await migrate(pool, MIGRATIONS, log);
    await prepareQueue(pool);
  } finally {
    await close();
  }
}
