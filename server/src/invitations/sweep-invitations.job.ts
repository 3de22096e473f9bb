import { z } from 'zod';
import { defineJob } from '../platform/queue/job.ts';
import type { Services } from '../services.ts';

const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Where registrations came from is kept for as long as it is compared, and no longer. */
export const sweepInvitations = defineJob({
  name: 'sweep-invitations',
  payload: z.object({}),
  run: async ({ db, clock }: Pick<Services, 'db' | 'clock'>) => {
    await db
      .updateTable('invitations')
      .set({ address_hash: null, device_hash: null, mailbox_hash: null })
      .where('registered_at', '<=', new Date(clock().getTime() - KEPT_MS))
      .where((eb) =>
        eb.or([
          eb('address_hash', 'is not', null),
          eb('device_hash', 'is not', null),
          eb('mailbox_hash', 'is not', null),
        ]),
      )
      .execute();
  },
});
