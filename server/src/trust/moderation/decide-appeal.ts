import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { hasOtherJudge } from './appeal-judges.ts';
import type { CaseRow } from './cases.queries.ts';
import { endMeasure, holdMeasure, tellEnd } from './end-measure.ts';
import { readObject } from './moderated-thing.public.ts';

/** The person hears whether the measure stays. One that ended meanwhile is answered all the same. */
export async function decideAppeal(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  row: CaseRow,
  { isLifted, reason }: { isLifted: boolean; reason: string },
): Promise<void> {
  // Whoever else could judge may have come since it was taken.
  if (row.not_for === viewer.userId && (await hasOtherJudge(tx, row))) throw new Failure('appeal_own');
  const measure = await holdMeasure(tx, readObject(row.object).id);
  if (measure === undefined) return;
  await tx
    .updateTable('measures')
    .set({ appeal_outcome: isLifted ? 'lifted' : 'kept', answer: reason })
    .where('id', '=', measure.id)
    .execute();
  const ending = { what: isLifted ? 'lifted' : 'kept', answer: reason, by: viewer.userId } as const;
  if (isLifted) await endMeasure(services, tx, measure, ending);
  else await tellEnd(services, tx, measure, ending);
}
