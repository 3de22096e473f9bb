import type { AdComment } from '@app/contract/publishing/comments';
import {
  adjustCommentCount,
  getCommentableAd,
  lockAdForComments,
  lockCommentableAd,
} from '../../market/ads/ad-comments.public.ts';
import { recordActionOnOthers } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { countThread, mayHide } from './comments.policy.ts';
import { type CommentRow, findComment, updateComment } from './comments.queries.ts';
import { getCommentForViewer, publishCommentEvents } from './get-comment-for-viewer.ts';

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
    return adjustCommentCount(tx, ad.id, await countChange(tx, comment, hidden));
  });
  services.publicCache.invalidate();
  if (count !== undefined)
    publishCommentEvents(services, ad.id, [
      { type: 'comment', action: hidden ? 'hidden' : 'shown', id, reply_to: known.parent_id, count },
    ]);
  return getCommentForViewer(services, viewer, ad, id);
}

/** Hides a comment by a staff decision, or shows it again with `null`. Returns false when nothing changes. */
export async function blockComment(tx: Tx, id: number, blockedAt: Date | null): Promise<boolean> {
  const known = await findComment(tx, id);
  if (known === undefined || !(await lockAdForComments(tx, known.ad_id))) return false;
  const comment = await findComment(tx, id);
  if (comment === undefined || comment.deleted_at !== null) return false;
  const hidden = blockedAt !== null;
  if (!hidden && comment.blocked_at === null) return false;
  await updateComment(tx, id, { hidden, blocked_at: blockedAt });
  if (comment.hidden !== hidden) await adjustCommentCount(tx, comment.ad_id, await countChange(tx, comment, hidden));
  return true;
}

/** Hiding a comment hides its replies; a reply counts only while its comment is visible. */
async function countChange(tx: Tx, comment: CommentRow, hidden: boolean): Promise<number> {
  if (comment.parent_id === null) return countThread({ ...comment, hidden }) - countThread(comment);
  const thread = await findComment(tx, comment.parent_id);
  if (thread === undefined) return 0;
  const change = hidden ? -1 : 1;
  await updateComment(tx, thread.id, { replies_count: thread.replies_count + change });
  return thread.hidden ? 0 : change;
}

function requireExisting(comment: CommentRow | undefined): CommentRow {
  if (comment === undefined || comment.deleted_at !== null) throw new Failure('not_found');
  return comment;
}
