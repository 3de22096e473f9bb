import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { creditReward } from './credit-reward.ts';

const CREDITED_AT_ONCE = 100;
const RETENTION_MS = 30 * 24 * 3600 * 1000;

/** Credits newcomers who paid before rewards existed, or while their invitation was under review. */
async function creditPendingRewards(services: Services): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const waiting = await tx
      .selectFrom('invitations')
      .select(['id', 'inviter_id'])
      .where('state', '=', 'paid')
      .orderBy('inviter_id')
      .limit(CREDITED_AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const invitation of waiting) await creditReward(services, tx, invitation);
  });
}

export const sweepInvitations = defineJob({
  name: 'sweep-invitations',
  payload: z.object({}),
  run: async (services: Services) => {
    const { db, clock } = services;
    await creditPendingRewards(services);
    await db
      .updateTable('invitations')
      .set({ address_hash: null, device_hash: null, mailbox_hash: null })
      .where('registered_at', '<=', new Date(clock().getTime() - RETENTION_MS))
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
