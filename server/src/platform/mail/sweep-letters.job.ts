import type { QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { forgetDeadLetters } from '../queue/forget-jobs.ts';
import { defineJob } from '../queue/job.ts';
import { LETTERS_KEPT_DAYS, removeOldLetters } from './forget-letters.ts';
import { outboxDirectory } from './mail.ts';

const KEPT_MS = LETTERS_KEPT_DAYS * 24 * 3600 * 1000;

/** Nothing that went out, or could not, is kept for long. */
export const sweepLetters = defineJob({
  name: 'sweep-letters',
  payload: z.object({}),
  run: async ({ config, db, clock }: { config: Pick<Config, 'dataDir'>; db: QueryExecutorProvider; clock: Clock }) => {
    const before = new Date(clock().getTime() - KEPT_MS);
    await removeOldLetters(outboxDirectory(config), before);
    await forgetDeadLetters(db, before);
  },
});
