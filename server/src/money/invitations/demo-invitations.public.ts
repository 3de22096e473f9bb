import type { InvitationReason, InvitationSource, InvitationState } from '@app/contract/money/invitations';
import { updateUser } from '../../people/users/accounts.public.ts';
import type { Tx } from '../../platform/database/tables.ts';

export interface DemoInvitation {
  inviterId: number;
  inviteeId: number;
  source: InvitationSource;
  state: InvitationState;
  reason?: InvitationReason;
  registeredAt: Date;
  activatedAt?: Date | null;
  paidAt?: Date | null;
}

export async function insertDemoInvitations(tx: Tx, rows: readonly DemoInvitation[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('invitations')
    .values(
      rows.map((row) => ({
        inviter_id: row.inviterId,
        invitee_id: row.inviteeId,
        source: row.source,
        state: row.state,
        reason: row.reason ?? '',
        attributed_at: row.registeredAt,
        registered_at: row.registeredAt,
        activated_at: row.activatedAt ?? null,
        paid_at: row.paidAt ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const { inviterId, inviteeId, registeredAt } of rows) {
    await updateUser(tx, inviteeId, { invited_by: inviterId }, registeredAt);
  }
}
