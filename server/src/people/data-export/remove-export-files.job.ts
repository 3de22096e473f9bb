import { z } from 'zod';
import { defineJob } from '../../platform/queue/job.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** `/media` does not serve this prefix. */
export const EXPORTS_PREFIX = 'private/exports/';

export const removeExportFiles = defineJob({
  name: 'remove-export-files',
  payload: z.object({ keys: z.array(z.string()) }),
  run: async ({ storage }: { storage: Storage }, { keys }) => {
    for (const key of keys) await storage.remove(key);
  },
});
