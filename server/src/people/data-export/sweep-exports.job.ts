import { EXPORT_RETENTION_DAYS } from '@app/contract/people/exports';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { deleteExpired, failAbandonedExports, listUnknownKeys } from './exports.queries.ts';
import { EXPORTS_PREFIX } from './remove-export-files.job.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Above the total time of all tries. */
const UNFINISHED_MAX_MS = DAY_MS;
/** A file is stored shortly before its archive is marked as ready, so young files are no orphans. */
const ORPHAN_MIN_AGE_MS = HOUR_MS;
const BATCH = 500;

export const sweepExports = defineJob({
  name: 'sweep-exports',
  payload: z.object({}),
  run: async ({ db, storage, clock }: Services) => {
    const now = clock();
    const ago = (ms: number) => new Date(now.getTime() - ms);
    await failAbandonedExports(db, ago(UNFINISHED_MAX_MS));
    for (const key of await deleteExpired(db, now, ago(EXPORT_RETENTION_DAYS * DAY_MS))) await storage.remove(key);

    let batch: string[] = [];
    const flush = async () => {
      const keys = batch;
      batch = [];
      if (keys.length === 0) return;
      for (const key of await listUnknownKeys(db, keys)) await storage.remove(key);
    };
    for await (const { key, modifiedAt } of storage.list(EXPORTS_PREFIX)) {
      if (modifiedAt >= ago(ORPHAN_MIN_AGE_MS)) continue;
      batch.push(key);
      if (batch.length >= BATCH) await flush();
    }
    await flush();
  },
});
