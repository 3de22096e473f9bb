import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { askInviterJob } from './ask-inviter.job.ts';
import { creditReward, takeRewardBack } from './credit-reward.ts';
import { findActiveInviter } from './find-inviter.ts';
import { afterEvent, type InvitationEvent } from './invitation-state.ts';

type EventServices = Pick<Services, 'config' | 'clock' | 'mail' | 'live' | 'queue' | 'findSilenced'>;

/**
 * Move the invitation by which somebody came, inside the transaction in which it happened. The row is held: the same event at
 * the same time counts once.
 */
export async function noteInvitationEvent(
  services: EventServices,
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
  const next = afterEvent(facts, event, services.clock());
  if (next === facts) return;
  await tx.updateTable('invitations').set(next).where('id', '=', id).execute();
  if (next.state === 'paid') await creditReward(services, tx, { id, inviter_id });
  if (next.state === 'reversed') await takeRewardBack(services, tx, { id, inviter_id });
  await services.live.tell(tx, inviter_id, { type: 'invitations' });
  if (event !== 'activated' || next.state === 'refused') return;
  await tellInviter(services, tx, inviter_id, inviteeId);
  if (next.state !== 'review') {
    await services.queue.add(tx, askInviterJob, { newcomer_id: inviteeId, inviter_id });
  }
}

async function tellInviter(services: EventServices, tx: Tx, inviterId: number, inviteeId: number): Promise<void> {
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
