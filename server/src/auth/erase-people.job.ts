import { z } from 'zod';
import { defineJob } from '../platform/queue/job.ts';
import type { Services } from '../services.ts';
import { eraseUser, holdErasable, listErasable } from '../users/accounts.public.ts';
import { dropProofs } from './codes.ts';

const AT_ONCE = 100;

/** Erase people who left and did not come back in time: their ads, their data, and what proved who they were. */
export const erasePeople = defineJob({
  name: 'erase-people',
  payload: z.object({}),
  run: async ({ db, clock, eraseAds, forgetPerson }: Pick<Services, 'db' | 'clock' | 'eraseAds' | 'forgetPerson'>) => {
    for (const id of await listErasable(db, clock(), AT_ONCE)) {
      await db.transaction().execute(async (tx) => {
        // Before anything of theirs: they may be signing in again at this moment, and votes hold people before ads.
        if (!(await holdErasable(tx, id, clock()))) return;
        await eraseAds(tx, id);
        await forgetPerson(tx, id);
        await eraseUser(tx, id, clock());
        await dropProofs(tx, id);
        await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
        await tx.deleteFrom('consents').where('user_id', '=', id).execute();
      });
    }
  },
});
