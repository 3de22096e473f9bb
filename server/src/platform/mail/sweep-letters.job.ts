import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { defineJob } from '../queue/job.ts';
import { removeOldLetters } from './forget-letters.ts';
import { outboxDirectory } from './mail.ts';

/** Nothing that went out is kept for long. */
export const sweepLetters = defineJob({
  name: 'sweep-letters',
  payload: z.object({}),
  run: ({ config, clock }: { config: Pick<Config, 'dataDir'>; clock: Clock }) =>
    removeOldLetters(outboxDirectory(config), clock()),
});
