import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { imposeMeasure, type MeasureDraft } from './impose-measure.ts';
import { takeBack } from './take-back.ts';

/** Say to whose thing it is why it was taken down outside of any case, with the way to appeal. The caller holds the thing. */
export async function imposeHiding(
  services: Services,
  tx: Tx,
  draft: Pick<MeasureDraft, 'userId' | 'object' | 'rule' | 'reason' | 'evidence' | 'decidedBy'>,
): Promise<void> {
  await imposeMeasure(services, tx, { ...draft, kind: 'hide', caseId: null });
}

/** Whether a decision that can be appealed keeps the thing away. */
export async function isHiddenByMeasure(tx: Tx, object: string): Promise<boolean> {
  const row = await hidings(tx, object).select('id').executeTakeFirst();
  return row !== undefined;
}

/** Staff bring a thing back elsewhere than in the queue: what hid it is taken back. False: no measure did. The caller holds the thing. */
export async function liftHidings(services: Services, tx: Tx, object: string, by: number): Promise<boolean> {
  const rows = await hidings(tx, object).selectAll().orderBy('id').forNoKeyUpdate().execute();
  for (const measure of rows) await takeBack(services, tx, measure, { answer: '', by });
  return rows.length > 0;
}

const hidings = (tx: Tx, object: string) =>
  tx.selectFrom('measures').where('object', '=', object).where('kind', '=', 'hide').where('ended_at', 'is', null);
