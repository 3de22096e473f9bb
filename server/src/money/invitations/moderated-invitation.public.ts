import { sql } from 'kysely';
import type { ModeratedThing } from '../../trust/moderation/moderated-thing.public.ts';
import { creditReward } from './credit-reward.ts';
import { afterReview, type Facts, statesBefore } from './invitation-state.ts';

interface Row extends Facts {
  inviter_id: number;
  inviter: string;
  invitee: string;
  reason: string;
}

/** An invitation that looks like somebody inviting themselves: hiding it refuses the points, releasing it lets them come. */
export const moderatedInvitation: ModeratedThing = {
  async show({ db }, id) {
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
    if (refused !== undefined) await services.live.tell(tx, refused.inviter_id, { type: 'invitations' });
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
    const state = afterReview(row);
    await tx
      .updateTable('invitations')
      .set({ state, reviewed_by: decidedBy, reviewed_at: services.clock() })
      .where('id', '=', id)
      .execute();
    if (state === 'paid') await creditReward(services, tx, row);
    await services.live.tell(tx, row.inviter_id, { type: 'invitations' });
  },
};
