import { REFERRAL_POINTS } from '@app/contract/platform/money';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { notifyCredit } from '../payments/notify-credit.public.ts';
import { creditBonus, reverseTransaction } from '../payments/payments.public.ts';
import { statesBefore } from './invitation-state.ts';

const sourceOf = (invitationId: number): string => `referral:${invitationId}`;

/**
 * Credits the points of an invitation whose newcomer has paid, and notifies the inviter. The caller holds the lock on
 * the invitation row.
 */
export async function creditReward(
  services: Services,
  tx: Tx,
  invitation: { id: number; inviter_id: number },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ state: 'rewarded' })
    .where('id', '=', invitation.id)
    .where('state', 'in', statesBefore('rewarded'))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const key = sourceOf(invitation.id);
  const reward = { userId: invitation.inviter_id, points: REFERRAL_POINTS };
  if (!(await creditBonus(tx, { ...reward, reason: 'referral', sourceKey: key }))) return;
  await notifyCredit(services, tx, { userId: reward.userId, what: 'points', amount: reward.points, key });
}

export async function reverseReward(
  services: Services,
  tx: Tx,
  invitation: { id: number; inviter_id: number },
): Promise<void> {
  const key = sourceOf(invitation.id);
  if (!(await reverseTransaction(tx, key))) return;
  const taken = { userId: invitation.inviter_id, amount: REFERRAL_POINTS };
  await notifyCredit(services, tx, { ...taken, what: 'taken', key: `${key}:taken` });
}
