import type { ModerationTarget } from '../../trust/moderation/moderation-target.public.ts';
import { findComment } from './comments.queries.ts';
import { commentThreads } from './hide-comment.ts';

/** A comment on an ad. The ad's owner cannot show a comment that staff hid. */
export const commentModerationTarget: ModerationTarget = {
  async find({ db }, id) {
    const comment = await findComment(db, id);
    if (comment === undefined || comment.deleted_at !== null) return undefined;
    const ad = await db.selectFrom('ads').select('title').where('id', '=', comment.ad_id).executeTakeFirst();
    return {
      title: ad?.title ?? '',
      text: comment.message,
      link: `/ad/${comment.ad_id}?comment=${id}#comments`,
      photos: [],
      state: comment.hidden ? 'hidden' : 'shown',
    };
  },
  async hide(services, tx, id) {
    return commentThreads.block(tx, id, services.clock());
  },
  async restore(_services, tx, id) {
    await commentThreads.block(tx, id, null);
  },
};
