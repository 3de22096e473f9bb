import { type Kysely, sql } from 'kysely';
import type { Config } from './config.ts';
import { removeLettersTo } from './mail/forget-letters.ts';
import { outboxDirectory } from './mail/mail.ts';
import { forgetJobsTo } from './queue/forget-jobs.ts';

/** Erase what the platform holds of a person: letters and short messages on their way or kept, and what repeated calls answer. */
export async function forgetPersonHere<Tables>(
  { config }: { config: Pick<Config, 'dataDir'> },
  tx: Kysely<Tables>,
  userId: number,
  addresses: readonly string[],
): Promise<void> {
  await sql`delete from idempotency_keys where scope = ${`user:${userId}`}`.execute(tx);
  await forgetJobsTo(tx, addresses);
  await removeLettersTo(outboxDirectory(config), addresses);
}
