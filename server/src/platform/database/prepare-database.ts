import path from 'node:path';
import type { Services } from '../domain/services.ts';
import { prepareQueue } from '../queue/queue.ts';
import { migrate } from './migrate.ts';
import { checkServer, openDatabase } from './open-database.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');

/**
 * Migrates a database to this version of the product. Concurrent processes are serialized. `withAfter`: see
 * {@link migrate}.
 */
export async function prepareDatabase(
  connection: Parameters<typeof openDatabase>[0],
  log: Services['log'],
  withAfter?: boolean,
): Promise<void> {
  const { pool, close } = openDatabase<never>({ ...connection, application_name: 'okolo-migrate' }, { max: 2, log });
  try {
    await checkServer(pool);
    await migrate(pool, MIGRATIONS, log, { withAfter });
    await prepareQueue(pool);
  } finally {
    await close();
  }
}
