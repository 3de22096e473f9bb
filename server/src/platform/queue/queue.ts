import { runMigrations } from 'graphile-worker';
import type pg from 'pg';

/** Make or renew the queue's own tables. Nodes that start at once agree on it among themselves. */
export async function prepareQueue(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool });
}
