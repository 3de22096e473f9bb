import type { AdComment } from '@app/contract/publishing/comments';
import { addComments, getTalkedAd, holdAd, holdTalkedAd } from '../../market/ads/ad-comments.public.ts';
import { noteOnOthers } from '../../platform/audit-log/note-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { countThread, mayHide } from './comments.policy.ts';
import { type CommentRow, findComment, updateComment } from './comments.queries.ts';
import { getShown, tellPage } from './show-comment.ts';

/** Hide a comment from everybody but its author, or show it again. Its vote counts either way. */
export async function hideComment(
  services: Services,
  viewer: SignedInViewer,
  { id, hidden }: { id: number; hidden: boolean },
): Promise<AdComment> {
  const { db } = services;
  const known = requireThere(await findComment(db, id));
  const ad = await getTalkedAd(db, viewer, known.ad_id);
  if (!mayHide(viewer, ad)) throw new Failure('forbidden');
  const count = await db.transaction().execute(async (tx) => {
    await holdTalkedAd(tx, viewer, ad.id);
    const comment = requireThere(await findComment(tx, id));
    if (comment.hidden === hidden) return undefined;
    if (comment.blocked_at !== null) throw new Failure('forbidden', { text: 'errors.comment_blocked' });
    await updateComment(tx, id, { hidden });
    if (viewer.userId !== ad.ownerId)
      await noteOnOthers(tx, viewer, services.clock(), {
        action: hidden ? 'comments.hide' : 'comments.show',
        object: `comment:${id}`,
        aboutUserId: comment.user_id,
      });
    return addComments(tx, ad.id, await countChange(tx, comment, hidden));
  });
  services.publicCache.invalidate();
  if (count !== undefined)
    tellPage(services, ad.id, [
      { type: 'comment', action: hidden ? 'hidden' : 'shown', id, reply_to: known.parent_id, count },
    ]);
  return getShown(services, viewer, ad, id);
}

/** Hide a comment by decision of staff, or (`null`) take that back. False when there is nothing to change. */
export async function blockComment(tx: Tx, id: number, blockedAt: Date | null): Promise<boolean> {
  const known = await findComment(tx, id);
  if (known === undefined || !(await holdAd(tx, known.ad_id))) return false;
  const comment = await findComment(tx, id);
  if (comment === undefined || comment.deleted_at !== null) return false;
  const hidden = blockedAt !== null;
  if (!hidden && comment.blocked_at === null) return false;
  await updateComment(tx, id, { hidden, blocked_at: blockedAt });
  if (comment.hidden !== hidden) await addComments(tx, comment.ad_id, await countChange(tx, comment, hidden));
  return true;
}

/** A comment takes its replies along; a reply counts where its comment is seen. */
async function countChange(tx: Tx, comment: CommentRow, hidden: boolean): Promise<number> {
  if (comment.parent_id === null) return countThread({ ...comment, hidden }) - countThread(comment);
  const thread = await findComment(tx, comment.parent_id);
  if (thread === undefined) return 0;
  const change = hidden ? -1 : 1;
  await updateComment(tx, thread.id, { replies_count: thread.replies_count + change });
  return thread.hidden ? 0 : change;
}

function requireThere(comment: CommentRow | undefined): CommentRow {
  if (comment === undefined || comment.deleted_at !== null) throw new Failure('not_found');
  return comment;
}
