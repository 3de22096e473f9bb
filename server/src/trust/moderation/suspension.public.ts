import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { applySanction } from './apply-sanction.ts';

interface Suspension {
  /** What the person reads. */
  reason: string;
  /** Until it is lifted where it is left out. */
  days: number | undefined;
  decidedBy: number;
}

/** Somebody is suspended until they are let back in: what would let them in at its end does so no more. The caller holds the account. */
export async function extendSuspensionIndefinitely(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('measures')
    .set({ until_at: null })
    .where('user_id', '=', userId)
    .where('kind', '=', 'suspend')
    .where('ended_at', 'is', null)
    .where('until_at', 'is not', null)
    .execute();
}

/** Write down why somebody is suspended and until when, outside of any case, and tell them with the way to appeal. */
export async function applySuspension(
  services: Services,
  tx: Tx,
  userId: number,
  { reason, days, decidedBy }: Suspension,
): Promise<void> {
  const draft = { userId, kind: 'suspend' as const, object: '', caseId: null, rule: 'other' as const, evidence: {} };
  await applySanction(services, tx, { ...draft, reason, days, decidedBy });
}
