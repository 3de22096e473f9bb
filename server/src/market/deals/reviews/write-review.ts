import type { DealReview, dealsApi } from '@app/contract/market/deals';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { notify } from '../../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { checkContent } from '../../../trust/content-rules/check-content.public.ts';
import { requireParty } from '../create-offer.ts';
import { emitOffersChanged } from '../deal-events.public.ts';
import { mayAnswerReview, otherOf, reviewRefusal } from '../deals.policy.ts';
import { findStandingOfferId, lockDeal } from '../deals.queries.ts';
import { findCliques } from './find-cliques.job.ts';
import { findPresentedReview, findReview, insertReview, lockReview, updateReview } from './reviews.queries.ts';

export const reviewsPath = (userId: number): string => `/user/${userId}/reviews`;

/** Reviews the other person of a done deal, once. Reviews are never changed, so that no one can be talked out of one. */
export async function writeReview(
  services: Services,
  viewer: SignedInViewer,
  dealId: number,
  { stars, content }: BodyOf<typeof dealsApi.review>,
  idempotency: IdempotencyKey | undefined,
): Promise<DealReview> {
  const { db, clock, queue } = services;
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      const deal = requireParty(viewer, await lockDeal(tx, dealId));
      const refusal = reviewRefusal(deal, await hasReviewed(tx, dealId, viewer.userId), clock());
      if (refusal !== undefined) throw new Failure(refusal);
      const subjectId = otherOf(viewer.userId, deal);
      const reviewId = await insertReview(tx, {
        deal_id: dealId,
        author_id: viewer.userId,
        subject_id: subjectId,
        stars,
        content,
        created_at: clock(),
      });
      await checkReview(services, tx, viewer, reviewId, content);
      await queue.add(tx, findCliques, { user_ids: [viewer.userId, subjectId] });
      const offerId = await findStandingOfferId(tx, dealId);
      const isLast = await hasReviewed(tx, dealId, subjectId);
      const pin = isLast ? { pin: { offerId, isOn: false } } : {};
      await emitOffersChanged(services, tx, { offerIds: [offerId], ...pin });
      await notify(tx, services, {
        kind: 'deal_review',
        userId: subjectId,
        actorId: viewer.userId,
        link: reviewsPath(subjectId),
        values: { title: deal.ad_title, what: 'review', stars },
        dedupe: `deal_review:${reviewId}`,
      });
      return reviewId;
    }),
  );
  return requireFound(await findPresentedReview(db, viewer, id));
}

async function hasReviewed(tx: Tx, dealId: number, userId: number): Promise<boolean> {
  const known = await tx
    .selectFrom('deal_reviews')
    .select('id')
    .where('deal_id', '=', dealId)
    .where('author_id', '=', userId)
    .executeTakeFirst();
  return known !== undefined;
}

/** A content rule may open a case for staff; the review stays visible meanwhile. */
async function checkReview(
  services: Services,
  tx: Tx,
  { userId, ip }: SignedInViewer,
  id: number,
  text: string,
): Promise<void> {
  if (text === '') return;
  await checkContent(services, tx, { subject: 'comment', object: `deal_review:${id}`, userId, ip, title: '', text });
}

/** Answers a review, once, by the person it is about. */
export async function answerReview(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  content: string,
): Promise<DealReview> {
  const { db, clock } = services;
  const known = requireFound(await findReview(db, id));
  if (known.hidden_at !== null && known.subject_id !== viewer.userId) throw new Failure('not_found');
  await db.transaction().execute(async (tx) => {
    const review = requireFound(await lockReview(tx, id));
    if (!mayAnswerReview(viewer.userId, review)) throw new Failure('forbidden');
    if (review.answered_at !== null) throw new Failure('already_answered');
    await updateReview(tx, id, { answer: content, answered_at: clock() });
    await checkReview(services, tx, viewer, id, content);
    await notify(tx, services, {
      kind: 'deal_review',
      userId: review.author_id,
      actorId: viewer.userId,
      link: reviewsPath(review.subject_id),
      values: { title: '', what: 'answer', stars: review.stars },
      dedupe: `deal_review_answer:${id}`,
    });
  });
  return requireFound(await findPresentedReview(db, viewer, id));
}
