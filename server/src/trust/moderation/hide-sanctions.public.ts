import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { applySanction, type SanctionDraft } from './apply-sanction.ts';
import { revokeSanction } from './revoke-sanction.ts';

/** Say to whose thing it is why it was taken down outside of any case, with the way to appeal. The caller holds the thing. */
export async function applyHideSanction(
  services: Services,
  tx: Tx,
  draft: Pick<SanctionDraft, 'userId' | 'object' | 'rule' | 'reason' | 'evidence' | 'decidedBy'>,
): Promise<void> {
  await applySanction(services, tx, { ...draft, kind: 'hide', caseId: null });
}

/** Whether a decision that can be appealed keeps the thing away. */
export async function isHiddenBySanction(tx: Tx, object: string): Promise<boolean> {
  const row = await selectHideSanctions(tx, object).select('id').executeTakeFirst();
  return row !== undefined;
}

/** Staff bring a thing back elsewhere than in the queue: what hid it is taken back. False: no measure did. The caller holds the thing. */
export async function liftHideSanctions(services: Services, tx: Tx, object: string, by: number): Promise<boolean> {
  const rows = await selectHideSanctions(tx, object).selectAll().orderBy('id').forNoKeyUpdate().execute();
  for (const sanction of rows) await revokeSanction(services, tx, sanction, { answer: '', by });
  return rows.length > 0;
}

const selectHideSanctions = (tx: Tx, object: string) =>
  tx.selectFrom('measures').where('object', '=', object).where('kind', '=', 'hide').where('ended_at', 'is', null);
