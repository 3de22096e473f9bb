import { sql } from 'kysely';
import type { ModerationTarget } from '../../trust/moderation/moderation-target.public.ts';
import { creditReward } from './credit-reward.ts';
import { type InvitationFacts, stateAfterReview, statesBefore } from './invitation-state.ts';

interface Row extends InvitationFacts {
  inviter_id: number;
  inviter: string;
  invitee: string;
  reason: string;
}

/** An invitation that looks like a self-invitation: hiding it refuses the points, releasing it credits them. */
export const invitationModerationTarget: ModerationTarget = {
  async find({ db }, id) {
    const { rows } = await sql<Row>`
      select i.*, trim(a.firstname || ' ' || a.lastname) as inviter, trim(b.firstname || ' ' || b.lastname) as invitee
      from invitations i join users a on a.id = i.inviter_id join users b on b.id = i.invitee_id where i.id = ${id}`.execute(
      db,
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    return {
      title: `${row.inviter} → ${row.invitee}`,
      text: row.reason,
      link: `/user/${row.inviter_id}`,
      photos: [],
      state: row.state === 'review' ? 'held' : row.state === 'refused' ? 'hidden' : 'shown',
    };
  },
  async lock(tx, id) {
    await tx.selectFrom('invitations').select('id').where('id', '=', id).forUpdate().execute();
  },
  async hide(services, tx, id, { reason, decidedBy }) {
    const { rows } = await sql<{ inviter_id: number }>`
      update invitations set state = 'refused', reviewed_by = ${decidedBy}, reviewed_at = ${services.clock()}, review_comment = ${reason}
      where id = ${id} and state = any(${statesBefore('refused')}) returning inviter_id`.execute(tx);
    const [refused] = rows;
    if (refused !== undefined) await services.live.publishUserEvent(tx, refused.inviter_id, { type: 'invitations' });
    return refused !== undefined;
  },
  async release(services, tx, id, decidedBy) {
    const row = await tx
      .selectFrom('invitations')
      .select(['id', 'inviter_id', 'state', 'activated_at', 'paid_at', 'reversed_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row?.state !== 'review') return;
    const state = stateAfterReview(row);
    await tx
      .updateTable('invitations')
      .set({ state, reviewed_by: decidedBy, reviewed_at: services.clock() })
      .where('id', '=', id)
      .execute();
    if (state === 'paid') await creditReward(services, tx, row);
    await services.live.publishUserEvent(tx, row.inviter_id, { type: 'invitations' });
  },
};
