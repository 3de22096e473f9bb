import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import { statesBefore } from './invitation-state.ts';

/**
 * Erases the origin of an invited user's registration, and ends the pending invitations of an inviter who leaves. Who
 * invited whom is retained without names.
 */
export async function eraseInvitationData(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ address_hash: null, device_hash: null, mailbox_hash: null })
    .where('invitee_id', '=', userId)
    .execute();
  await sql`
    update invitations set review_comment = ''
    where review_comment <> '' and (invitee_id = ${userId} or inviter_id = ${userId})`.execute(tx);
  await tx
    .updateTable('invitations')
    .set({ state: 'refused', reason: 'inviter_gone' })
    .where('inviter_id', '=', userId)
    .where('state', 'in', statesBefore('refused'))
    .execute();
}
