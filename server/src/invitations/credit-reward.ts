import { REFERRAL_POINTS } from '@app/contract/money';
import type { Tx } from '../database.ts';
import { creditBonus, reverse } from '../payments/payments.public.ts';
import { statesBefore } from './invitation-state.ts';

const sourceOf = (invitationId: number): string => `referral:${invitationId}`;

/** Credit the points of an invitation whose newcomer has paid. The caller holds its row. */
export async function creditReward(tx: Tx, invitation: { id: number; inviter_id: number }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ state: 'rewarded' })
    .where('id', '=', invitation.id)
    .where('state', 'in', statesBefore('rewarded'))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await creditBonus(tx, {
    userId: invitation.inviter_id,
    points: REFERRAL_POINTS,
    reason: 'referral',
    sourceKey: sourceOf(invitation.id),
  });
}

/** Take the points back: the newcomer's money went back. */
export async function takeRewardBack(tx: Tx, invitationId: number): Promise<void> {
  await reverse(tx, sourceOf(invitationId));
}
