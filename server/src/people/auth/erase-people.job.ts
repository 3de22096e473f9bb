import { z } from 'zod';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { eraseUserData, lockErasures } from '../../platform/domain/user-data.ts';
import { erasePlatformData } from '../../platform/erase-platform-data.ts';
import { defineJob } from '../../platform/queue/job.ts';
import {
  eraseUser,
  findContactAddresses,
  findOwnNames,
  listErasableUsers,
  lockForErasure,
} from '../users/accounts.public.ts';
import { revokeProofs } from './codes.ts';

const AT_ONCE = 100;

export const erasePeople = defineJob({
  name: 'erase-people',
  payload: z.object({}),
  run: async (services: Services) => {
    const { db, clock, publicCache } = services;
    const ids = await listErasableUsers(db, clock(), AT_ONCE);
    for (const id of ids) await db.transaction().execute((tx) => eraseAccount(services, tx, id));
    if (ids.length > 0) publicCache.invalidate();
  },
});

async function eraseAccount(services: Services, tx: Tx, id: number): Promise<void> {
  const { clock } = services;
  await lockErasures(tx);
  // The user is locked before their rows: they may be signing in at this moment, and votes lock users before ads.
  if (!(await lockForErasure(tx, id, clock()))) return;
  const addresses = await findContactAddresses(tx, id);
  const names = await findOwnNames(tx, id);
  await erasePlatformData(services, tx, id, { addresses, names });
  await emit(services, tx, { type: 'user.erasing', userId: id });
  await eraseUserData(services, tx, id);
  await eraseUser(tx, id, clock());
  await revokeProofs(tx, id);
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
  await tx.deleteFrom('consents').where('user_id', '=', id).execute();
}
