import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { hasOtherAppealReviewer } from './appeal-reviewers.ts';
import type { CaseRow } from './cases.queries.ts';
import { endSanction, lockSanction, notifySanctionEnded } from './end-sanction.ts';
import { parseObjectRef } from './moderation-target.public.ts';

export async function decideAppeal(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  row: CaseRow,
  { isLifted, reason }: { isLifted: boolean; reason: string },
): Promise<void> {
  // Another possible reviewer may have appeared since the case was claimed.
  if (row.excluded_staff_id === viewer.userId && (await hasOtherAppealReviewer(tx, row)))
    throw new Failure('appeal_own');
  const sanction = await lockSanction(tx, parseObjectRef(row.object).id);
  if (sanction === undefined) return;
  await tx
    .updateTable('sanctions')
    .set({ appeal_outcome: isLifted ? 'lifted' : 'kept', answer: reason })
    .where('id', '=', sanction.id)
    .execute();
  const end = { what: isLifted ? 'lifted' : 'kept', answer: reason, by: viewer.userId } as const;
  if (isLifted) await endSanction(services, tx, sanction, end);
  else await notifySanctionEnded(services, tx, sanction, end);
}
