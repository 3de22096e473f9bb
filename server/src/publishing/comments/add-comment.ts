import type { CommentEvent } from '@app/contract/market/ad-live';
import type { BodyOf } from '@app/contract/platform/endpoint';
import type { AdComment, commentsApi } from '@app/contract/publishing/comments';
import {
  adjustCommentCount,
  type CommentableAd,
  getCommentableAd,
  lockCommentableAd,
} from '../../market/ads/ad-comments.public.ts';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { findBlocked } from '../../people/relationships/relationships.public.ts';
import { lockRating } from '../../people/users/ratings.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { checkContent } from '../../trust/content-rules/check-content.public.ts';
import { commentErrorCode, mayComment, mayRate, mayReply, mayViewComment } from './comments.policy.ts';
import { type CommentRow, findComment, insertComment, updateComment } from './comments.queries.ts';
import { getCommentForViewer, publishCommentEvents } from './get-comment-for-viewer.ts';
import { castVote } from './vote.ts';

type Draft = BodyOf<typeof commentsApi.add>;

/**
 * Adds a comment or reply to an ad, with at most one vote per author for the seller.
 *
 * Locking order everywhere: the seller's rating, the ad, its comments.
 */
export async function addComment(
  services: Services,
  viewer: SignedInViewer,
  draft: Draft,
  idempotency: IdempotencyKey | undefined,
): Promise<AdComment> {
  const { db } = services;
  const rating = draft.rating ?? 0;
  if (rating > 0 && draft.reply_to) throw new Failure('invalid_input', { fields: { rating: 'errors.field.invalid' } });
  const known = await getCommentableAd(db, viewer, draft.board_id);
  if (rating > 0 && !mayRate(viewer, known)) throw new Failure('own_rating');

  const { id, events } = await db.transaction().execute(async (tx) => {
    const events: CommentEvent[] = [];
    const { id } = await runIdempotent(tx, idempotency, async () => {
      if (rating > 0 && !known.isExternal) await lockRating(tx, known.ownerId);
      const ad = await lockCommentableAd(tx, viewer, known.id);
      const answered = draft.reply_to ? await requireReplyTarget(tx, viewer, ad, draft.reply_to) : undefined;
      if (!(answered ? mayReply(viewer, ad) : mayComment(viewer, ad))) throw new Failure(commentErrorCode(ad));
      const written = await insertCommentWithVote(services, tx, viewer, ad, {
        message: draft.message,
        rating,
        answered,
      });
      events.push({ type: 'comment', action: 'added', ...written });
      return written.id;
    });
    return { id, events };
  });
  services.publicCache.invalidate();
  publishCommentEvents(services, known.id, events);
  return getCommentForViewer(services, viewer, known, id);
}

interface ReplyTarget {
  comment: CommentRow;
  thread: CommentRow;
}

async function requireReplyTarget(tx: Tx, viewer: SignedInViewer, ad: CommentableAd, id: number): Promise<ReplyTarget> {
  const comment = await findComment(tx, id);
  const thread = comment?.parent_id ? await findComment(tx, comment.parent_id) : comment;
  const isThere = comment?.ad_id === ad.id && comment.deleted_at === null && mayViewComment(viewer, ad, comment);
  if (!isThere || thread === undefined || !mayViewComment(viewer, ad, thread)) throw new Failure('not_found');
  const blocked = await findBlocked(tx, viewer.userId, [comment.user_id, thread.user_id]);
  if (blocked.size > 0) throw new Failure('blocked');
  return { comment, thread };
}

interface NewComment {
  message: string;
  rating: number;
  answered: ReplyTarget | undefined;
}

async function insertCommentWithVote(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  ad: CommentableAd,
  { message, rating, answered }: NewComment,
): Promise<Pick<CommentEvent, 'id' | 'reply_to' | 'count'>> {
  const now = services.clock();
  const thread = answered?.thread;
  const id = await insertComment(tx, {
    ad_id: ad.id,
    parent_id: thread?.id ?? null,
    user_id: viewer.userId,
    message,
    rating,
    created_at: now,
  });
  if (thread) await updateComment(tx, thread.id, { replies_count: thread.replies_count + 1 });
  await checkComment(services, tx, viewer, { id, message });
  if (rating > 0) {
    const sellerId = ad.isExternal ? null : ad.ownerId;
    await castVote(tx, { adId: ad.id, authorId: viewer.userId, sellerId }, rating, now);
  }
  const count = await adjustCommentCount(tx, ad.id, thread?.hidden ? 0 : 1);
  await notifyOfComment(services, tx, viewer, ad, { id, answered });
  return { id, reply_to: thread?.id ?? null, count };
}

/** A content rule may open a case for staff; the comment stays visible meanwhile. */
export async function checkComment(
  services: Services,
  tx: Tx,
  { userId, ip }: SignedInViewer,
  { id, message }: { id: number; message: string },
): Promise<void> {
  const object = `comment:${id}`;
  await checkContent(services, tx, { subject: 'comment', object, userId, ip, title: '', text: message });
}

/** Notifies the ad's owner of a comment and the answered author of a reply; nobody of their own, nobody twice. */
async function notifyOfComment(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  ad: CommentableAd,
  { id, answered }: { id: number; answered: ReplyTarget | undefined },
): Promise<void> {
  const common = {
    actorId: viewer.userId,
    boardId: ad.id,
    link: `/ad/${ad.id}?comment=${id}#comments`,
    values: { title: ad.title },
    dedupe: `comment:${id}`,
  };
  const answeredId = answered?.comment.user_id;
  if (answeredId !== undefined && answeredId !== viewer.userId)
    await notify(tx, services, { ...common, userId: answeredId, kind: 'reply' });
  if (ad.ownerId !== viewer.userId && ad.ownerId !== answeredId)
    await notify(tx, services, { ...common, userId: ad.ownerId, kind: 'comment' });
}
