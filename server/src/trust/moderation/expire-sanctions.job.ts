import { z } from 'zod';
import { lockAccount } from '../../people/users/accounts.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { endSanction, lockSanction } from './end-sanction.ts';

const BATCH = 100;

export const expireSanctions = defineJob({
  name: 'expire-sanctions',
  payload: z.object({}),
  run: async (services: Services) => {
    const { db, clock, publicCache } = services;
    const due = await db
      .selectFrom('sanctions')
      .select(['id', 'user_id'])
      .where('ended_at', 'is', null)
      .where('until_at', '<=', clock())
      .orderBy('until_at')
      .limit(BATCH)
      .execute();
    for (const { id, user_id } of due) {
      await db.transaction().execute(async (tx) => {
        await lockAccount(tx, user_id);
        const sanction = await lockSanction(tx, id);
        if (sanction === undefined || sanction.ended_at !== null) return;
        await endSanction(services, tx, sanction, { what: 'over', answer: '', by: null });
      });
    }
    if (due.length > 0) publicCache.invalidate();
  },
});
