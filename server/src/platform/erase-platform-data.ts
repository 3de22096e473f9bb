import { type Kysely, sql } from 'kysely';
import { eraseAuditWords } from './audit-log/erase-audit-words.ts';
import type { Config } from './config.ts';
import { outboxDirectory } from './mail/mail.ts';
import { removeEmailsTo } from './mail/purge-emails.ts';
import { removeJobsTo } from './queue/purge-jobs.ts';

export async function erasePlatformData<Tables>(
  { config }: { config: Pick<Config, 'dataDir'> },
  tx: Kysely<Tables>,
  userId: number,
  { addresses, names }: { addresses: readonly string[]; names: readonly string[] },
): Promise<void> {
  await sql`delete from idempotency_keys where scope = ${`user:${userId}`}`.execute(tx);
  await eraseAuditWords(tx, [...addresses, ...names]);
  await removeJobsTo(tx, addresses);
  await removeEmailsTo(outboxDirectory(config), addresses);
}
