import { z } from 'zod';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { fetchLinkCard } from './fetch-link-card.ts';

const BUSY_MS = 2000;

/** Fetches the card of a message's link. Idempotent: a card that is kept is not fetched again. */
export const fetchLinkCardJob = defineJob({
  name: 'fetch-link-card',
  payload: z.object({ message_id: z.number().int() }),
  maxAttempts: 3,
  run: async (services: Services, { message_id }) => {
    if ((await fetchLinkCard(services, message_id)) !== 'busy') return;
    const { db, queue, clock } = services;
    const runAt = new Date(clock().getTime() + BUSY_MS);
    await queue.add(db, fetchLinkCardJob, { message_id }, { key: String(message_id), runAt });
  },
});
