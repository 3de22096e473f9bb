import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { sweepObjects } from '../../platform/storage/sweep-objects.ts';
import { deleteReleasedRows } from './chat-files.queries.ts';
import { CHAT_FILE_OBJECTS } from './object-keys.ts';

const RELEASED_MAX_AGE_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

/**
 * Releases files that were unsent for a day and deletes released files a day later: first rows, then every object
 * without a row, which includes leftovers of interrupted uploads. Safe to run twice, and beside uploads.
 */
export const sweepChatFiles = defineJob({
  name: 'sweep-chat-files',
  payload: z.object({}),
  run: async ({ db, storage, clock }: Services) => {
    const before = new Date(clock().getTime() - RELEASED_MAX_AGE_MS);
    while ((await deleteReleasedRows(db, before, BATCH)) === BATCH);
    await sweepObjects({ db, storage }, CHAT_FILE_OBJECTS, before);
  },
});
