import type { AdComment } from '@app/contract/publishing/comments';
import {
  adjustCommentCount,
  getCommentableAd,
  lockAdForComments,
  lockCommentableAd,
} from '../../market/ads/ad-comments.public.ts';
import { recordActionOnOthers } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { CommentThreads, requireExisting } from './comment-threads.public.ts';
import { mayHide } from './comments.policy.ts';
import { deleteComment, findComment, hasReplies, updateComment } from './comments.queries.ts';
import { getCommentForViewer, publishCommentEvents } from './get-comment-for-viewer.ts';

export const commentThreads = new CommentThreads({
  find: findComment,
  update: updateComment,
  remove: deleteComment,
  hasReplies,
  lockThing: (tx, { ad_id }) => lockAdForComments(tx, ad_id),
  adjustCount: (tx, { ad_id }, change) => adjustCommentCount(tx, ad_id, change),
});

/** Hides a comment from everybody but its author, or shows it again. Its vote counts either way. */
export async function hideComment(
  services: Services,
  viewer: SignedInViewer,
  { id, hidden }: { id: number; hidden: boolean },
): Promise<AdComment> {
  const { db } = services;
  const known = requireExisting(await findComment(db, id));
  const ad = await getCommentableAd(db, viewer, known.ad_id);
  if (!mayHide(viewer, ad)) throw new Failure('forbidden');
  const count = await db.transaction().execute(async (tx) => {
    await lockCommentableAd(tx, viewer, ad.id);
    const comment = requireExisting(await findComment(tx, id));
    if (comment.hidden === hidden) return undefined;
    if (comment.blocked_at !== null) throw new Failure('forbidden', { text: 'errors.comment_blocked' });
    await updateComment(tx, id, { hidden });
    if (viewer.userId !== ad.ownerId)
      await recordActionOnOthers(tx, viewer, services.clock(), {
        action: hidden ? 'comments.hide' : 'comments.show',
        object: `comment:${id}`,
        aboutUserId: comment.user_id,
      });
    return adjustCommentCount(tx, ad.id, await commentThreads.countChange(tx, comment, hidden));
  });
  services.publicCache.invalidate();
  if (count !== undefined)
    publishCommentEvents(services, ad.id, [
      { type: 'comment', action: hidden ? 'hidden' : 'shown', id, reply_to: known.parent_id, count },
    ]);
  return getCommentForViewer(services, viewer, ad, id);
}
