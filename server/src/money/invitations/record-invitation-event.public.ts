import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { creditReward, reverseReward } from './credit-reward.ts';
import { findActiveInviter } from './find-inviter.ts';
import { factsAfterEvent, type InvitationEvent } from './invitation-state.ts';
import { sendInviterFriendRequestJob } from './send-inviter-friend-request.job.ts';

/**
 * Advances the newcomer's invitation inside the transaction of the event. The row is locked, so parallel deliveries of
 * one event count once.
 */
export async function recordInvitationEvent(
  services: Services,
  tx: Tx,
  inviteeId: number,
  event: InvitationEvent,
): Promise<void> {
  const row = await tx
    .selectFrom('invitations')
    .select(['id', 'inviter_id', 'state', 'activated_at', 'paid_at', 'reversed_at'])
    .where('invitee_id', '=', inviteeId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return;
  const { id, inviter_id, ...facts } = row;
  const next = factsAfterEvent(facts, event, services.clock());
  if (next === facts) return;
  await tx.updateTable('invitations').set(next).where('id', '=', id).execute();
  if (next.state === 'paid') await creditReward(services, tx, { id, inviter_id });
  if (next.state === 'reversed') await reverseReward(services, tx, { id, inviter_id });
  await services.live.publishUserEvent(tx, inviter_id, { type: 'invitations' });
  if (event !== 'activated' || next.state === 'refused') return;
  await notifyInviter(services, tx, inviter_id, inviteeId);
  if (next.state !== 'review') {
    await services.queue.add(tx, sendInviterFriendRequestJob, { newcomer_id: inviteeId, inviter_id });
  }
}

async function notifyInviter(services: Services, tx: Tx, inviterId: number, inviteeId: number): Promise<void> {
  if ((await findActiveInviter(tx, { id: inviterId })) === undefined) return;
  await notify(tx, services, {
    userId: inviterId,
    kind: 'referral_joined',
    actorId: inviteeId,
    link: `/user/invite_history/${inviterId}`,
    values: {},
    dedupe: `referral_joined:${inviteeId}`,
  });
}
