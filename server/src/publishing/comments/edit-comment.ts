import type { BodyOf } from '@app/contract/platform/endpoint';
import type { AdComment, commentsApi } from '@app/contract/publishing/comments';
import { type CommentableAd, getCommentableAd, lockCommentableAd } from '../../market/ads/ad-comments.public.ts';
import { lockRating } from '../../people/users/ratings.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { checkComment } from './add-comment.ts';
import { commentErrorCode, mayComment, mayEdit, mayRate } from './comments.policy.ts';
import { type CommentRow, findComment, insertCommentEdit, updateComment } from './comments.queries.ts';
import { getCommentForViewer, publishCommentEvents } from './get-comment-for-viewer.ts';
import { castVote, withdrawVote } from './vote.ts';

type Change = BodyOf<typeof commentsApi.edit>;

/** Edits the viewer's own comment and its vote; the earlier version is stored for staff. */
export async function editComment(services: Services, viewer: SignedInViewer, change: Change): Promise<AdComment> {
  const { db } = services;
  if (!change.id) throw new Failure('id_required');
  const known = requireOwn(viewer, await findComment(db, change.id));
  const ad = await getCommentableAd(db, viewer, known.ad_id);
  const rating = validateRating(viewer, ad, known, change);

  const count = await db.transaction().execute(async (tx) => {
    if (rating !== undefined && !ad.isExternal) await lockRating(tx, ad.ownerId);
    const locked = await lockCommentableAd(tx, viewer, ad.id);
    const comment = requireOwn(viewer, await findComment(tx, known.id));
    const next = { message: change.message, rating: rating ?? comment.rating };
    if (next.message === comment.message && next.rating === comment.rating) return undefined;
    if (next.rating !== comment.rating) await changeVote(services, tx, viewer, locked, comment, next.rating);
    const now = services.clock();
    const { message, rating: before } = comment;
    await insertCommentEdit(tx, { comment_id: comment.id, message, rating: before, replaced_at: now });
    await updateComment(tx, comment.id, { ...next, edited_at: now });
    await checkComment(services, tx, viewer, { id: comment.id, message: next.message });
    return locked.commentsCount;
  });
  // Cached pages show the seller's rating.
  if (rating !== undefined) services.publicCache.invalidate();
  if (count !== undefined)
    publishCommentEvents(services, ad.id, [
      { type: 'comment', action: 'changed', id: known.id, reply_to: known.parent_id, count },
    ]);
  return getCommentForViewer(services, viewer, ad, known.id);
}

function validateRating(
  viewer: SignedInViewer,
  ad: CommentableAd,
  comment: CommentRow,
  { rating }: Change,
): number | undefined {
  if (rating === undefined || rating === 0) return rating;
  if (comment.parent_id !== null) throw new Failure('invalid_input', { fields: { rating: 'errors.field.invalid' } });
  if (!mayRate(viewer, ad)) throw new Failure('own_rating');
  return rating;
}

async function changeVote(
  { clock }: Services,
  tx: Tx,
  viewer: SignedInViewer,
  ad: CommentableAd,
  comment: CommentRow,
  rating: number,
): Promise<void> {
  if (comment.rating > 0) await withdrawVote(tx, ad.id, viewer.userId);
  else if (!mayComment(viewer, ad)) throw new Failure(commentErrorCode(ad));
  if (rating === 0) return;
  const sellerId = ad.isExternal ? null : ad.ownerId;
  await castVote(tx, { adId: ad.id, authorId: viewer.userId, sellerId }, rating, clock());
}

function requireOwn(viewer: SignedInViewer, comment: CommentRow | undefined): CommentRow {
  if (comment === undefined || comment.deleted_at !== null) throw new Failure('not_found');
  if (!mayEdit(viewer, comment)) throw new Failure('forbidden');
  return comment;
}
