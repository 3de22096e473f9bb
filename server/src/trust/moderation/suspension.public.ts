import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { applySanction } from './apply-sanction.ts';

interface Suspension {
  reason: string;
  days: number | undefined;
  decidedBy: number;
}

/** Makes a suspension permanent: the end of a sanction reinstates nobody. The caller has locked the account. */
export async function extendSuspensionIndefinitely(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('sanctions')
    .set({ until_at: null })
    .where('user_id', '=', userId)
    .where('kind', '=', 'suspend')
    .where('ended_at', 'is', null)
    .where('until_at', 'is not', null)
    .execute();
}

/** Records the reason and the end of a suspension outside of a case, and notifies the user with the way to appeal. */
export async function applySuspension(
  services: Services,
  tx: Tx,
  userId: number,
  { reason, days, decidedBy }: Suspension,
): Promise<void> {
  const draft = { userId, kind: 'suspend' as const, object: '', caseId: null, rule: 'other' as const, evidence: {} };
  await applySanction(services, tx, { ...draft, reason, days, decidedBy });
}
