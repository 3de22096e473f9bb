import type { BodyOf } from '@app/contract/platform/endpoint';
import type { staffApi } from '@app/contract/staff/staff';
import { restoreUser, suspendSilently, suspendUser } from '../../people/users/suspend.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { endSuspensions } from '../../trust/moderation/moderation.public.ts';
import { applySuspension } from '../../trust/moderation/suspension.public.ts';

interface Outcome {
  done: number[];
  left: number[];
  already?: number[];
}

type Change = (tx: Tx, userId: number) => Promise<boolean>;

export const suspendMany = (
  services: Services,
  viewer: SignedInViewer,
  { ids, reason = '', days }: BodyOf<typeof staffApi.suspend>,
): Promise<Outcome> =>
  changeMany(services, ids, async (tx, userId) => {
    const among = ids.length;
    if (reason === '') return suspendSilently(services, tx, viewer, userId, { among });
    const wasActive = await suspendUser(services, tx, viewer, userId, { among, days: days ?? null });
    await applySuspension(services, tx, userId, { reason, days, decidedBy: viewer.userId });
    return wasActive;
  });

export const restoreMany = (services: Services, viewer: SignedInViewer, ids: readonly number[]): Promise<Outcome> =>
  changeMany(services, ids, async (tx, userId) => {
    const wasSuspended = await restoreUser(services, tx, viewer, userId);
    await endSuspensions(services, tx, userId, viewer.userId);
    return wasSuspended;
  });

/** Each user in an own transaction, so that one failure does not affect the others. */
async function changeMany({ db, publicCache }: Services, ids: readonly number[], change: Change): Promise<Outcome> {
  const outcome: Outcome = { done: [], left: [] };
  for (const id of ids) {
    try {
      const isChanged = await db.transaction().execute((tx) => change(tx, id));
      outcome.done.push(id);
      if (!isChanged) outcome.already = [...(outcome.already ?? []), id];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      outcome.left.push(id);
    }
  }
  publicCache.invalidate();
  return outcome;
}
