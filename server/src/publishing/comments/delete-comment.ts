import { adjustCommentCount, lockAdForComments } from '../../market/ads/ad-comments.public.ts';
import { lockRating } from '../../people/users/ratings.public.ts';
import { recordActionOnOthers } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { countThread, requireExisting } from './comment-threads.public.ts';
import { mayDelete } from './comments.policy.ts';
import {
  type CommentRow,
  deleteEdits,
  deleteComment as deleteRow,
  findComment,
  hasReplies,
  updateComment,
} from './comments.queries.ts';
import { publishCommentEvents } from './get-comment-for-viewer.ts';
import { commentThreads } from './hide-comment.ts';
import { findVote, withdrawVote } from './vote.ts';

/** Deletes the viewer's own comment and its vote; staff delete any. One with replies stays as an empty placeholder. */
export async function deleteComment(services: Services, viewer: SignedInViewer, id: number): Promise<{ id: number }> {
  const { db } = services;
  const known = requireDeletable(viewer, await findComment(db, id));
  const count = await db.transaction().execute(async (tx) => {
    const vote = await findVote(tx, known.ad_id, known.user_id);
    if (vote?.seller_id) await lockRating(tx, vote.seller_id);
    if (!(await lockAdForComments(tx, known.ad_id))) throw new Failure('not_found');
    const comment = requireDeletable(viewer, await findComment(tx, id));
    await recordActionOnOthers(tx, viewer, services.clock(), {
      action: 'comments.delete',
      object: `comment:${id}`,
      aboutUserId: comment.user_id,
    });
    if (comment.rating > 0) await withdrawVote(tx, comment.ad_id, comment.user_id);
    const change =
      comment.parent_id === null
        ? await removeThread(services, tx, comment)
        : await commentThreads.removeReply(tx, comment, comment.parent_id);
    return adjustCommentCount(tx, comment.ad_id, change);
  });
  services.publicCache.invalidate();
  publishCommentEvents(services, known.ad_id, [
    { type: 'comment', action: 'removed', id, reply_to: known.parent_id, count },
  ]);
  return { id };
}

async function removeThread({ clock }: Services, tx: Tx, comment: CommentRow): Promise<number> {
  const deleted = { ...comment, deleted_at: clock() };
  if (await hasReplies(tx, comment.id)) {
    await deleteEdits(tx, comment.id);
    await updateComment(tx, comment.id, { message: '', rating: 0, edited_at: null, deleted_at: deleted.deleted_at });
  } else {
    await deleteRow(tx, comment.id);
  }
  return countThread(deleted) - countThread(comment);
}

function requireDeletable(viewer: SignedInViewer, comment: CommentRow | undefined): CommentRow {
  const existing = requireExisting(comment);
  if (!mayDelete(viewer, existing)) throw new Failure('forbidden');
  return existing;
}
