import type { QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { defineJob } from '../queue/job.ts';
import { purgeDeadLetters } from '../queue/purge-jobs.ts';
import { outboxDirectory } from './mail.ts';
import { EMAIL_RETENTION_DAYS, purgeOldEmails } from './purge-emails.ts';

const RETENTION_MS = EMAIL_RETENTION_DAYS * 24 * 3600 * 1000;

export const sweepEmails = defineJob({
  name: 'sweep-emails',
  payload: z.object({}),
  run: async ({ config, db, clock }: { config: Pick<Config, 'dataDir'>; db: QueryExecutorProvider; clock: Clock }) => {
    const before = new Date(clock().getTime() - RETENTION_MS);
    await purgeOldEmails(outboxDirectory(config), before);
    await purgeDeadLetters(db, before);
  },
});
