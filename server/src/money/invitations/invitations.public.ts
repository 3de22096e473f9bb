import type { Tx } from '../../platform/database/tables.ts';
import { statesBefore } from './invitation-state.ts';

/**
 * Erase where an invited person's registration came from, and end what an inviter who leaves was still waiting for. Who came
 * by whom stays, without names.
 */
export async function eraseInvitationData(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ address_hash: null, device_hash: null, mailbox_hash: null, review_comment: '' })
    .where('invitee_id', '=', userId)
    .execute();
  await tx
    .updateTable('invitations')
    .set({ state: 'refused', reason: 'inviter_gone' })
    .where('inviter_id', '=', userId)
    .where('state', 'in', statesBefore('refused'))
    .execute();
}
