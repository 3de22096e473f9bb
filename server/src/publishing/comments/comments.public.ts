import { type CommentableAd, getCommentableAd } from '../../market/ads/ad-comments.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { mayViewComment } from './comments.policy.ts';
import { deleteEditsOf, findComment } from './comments.queries.ts';

export async function getReadableComment(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<{ authorId: number; message: string; ad: CommentableAd }> {
  const comment = await findComment(db, id);
  if (comment === undefined || comment.deleted_at !== null) throw new Failure('not_found');
  const ad = await getCommentableAd(db, viewer, comment.ad_id);
  const thread = comment.parent_id === null ? comment : await findComment(db, comment.parent_id);
  if (thread === undefined || !mayViewComment(viewer, ad, comment) || !mayViewComment(viewer, ad, thread))
    throw new Failure('not_found');
  return { authorId: comment.user_id, message: comment.message, ad };
}

/** Runs before a user is erased: comments stay without a name, their earlier versions are deleted. */
export async function eraseCommentEdits(tx: Tx, userId: number): Promise<void> {
  await deleteEditsOf(tx, userId);
}
