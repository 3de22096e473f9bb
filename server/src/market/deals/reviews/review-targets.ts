import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import type { ComplaintTarget } from '../../../trust/complaints/complaint-target.public.ts';
import type { ModerationTarget } from '../../../trust/moderation/moderation-target.public.ts';
import { mayViewReview } from '../deals.policy.ts';
import { findDeal } from '../deals.queries.ts';
import { recountFigures } from './deal-figures.public.ts';
import { findReview, lockReview, type ReviewRow, updateReview } from './reviews.queries.ts';
import { reviewsPath } from './write-review.ts';

/** Whoever reads a review may complain about it; the accused is its author. */
export async function findComplainedReview(
  { db }: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<ComplaintTarget> {
  const review = await findReview(db, id);
  if (review === undefined || !mayViewReview(viewer, review)) throw new Failure('not_found');
  const deal = await findDeal(db, review.deal_id);
  return {
    object: `deal_review:${id}`,
    aboutUserId: review.author_id,
    ids: {},
    evidence: { title: deal?.ad_title ?? '', text: evidenceOf(review) },
  };
}

/** Staff see the stars and both texts, because disputes are about all of them. */
const evidenceOf = ({ stars, content, answer }: ReviewRow): string =>
  ['★'.repeat(stars), content, answer === '' ? '' : `— ${answer}`].filter(Boolean).join('\n\n');

/** A review of a deal. A hidden one weighs nothing and is seen by its two people and by staff. */
export const reviewModerationTarget: ModerationTarget = {
  async find({ db }, id) {
    const review = await findReview(db, id);
    if (review === undefined) return undefined;
    const deal = await findDeal(db, review.deal_id);
    return {
      title: deal?.ad_title ?? '',
      text: evidenceOf(review),
      link: reviewsPath(review.subject_id),
      photos: [],
      state: review.hidden_at === null ? 'shown' : 'hidden',
    };
  },
  async hide(services, tx, id) {
    const review = await lockReview(tx, id);
    if (review === undefined || review.hidden_at !== null) return false;
    await updateReview(tx, id, { hidden_at: services.clock() });
    await recountFigures(tx, [review.subject_id]);
    return true;
  },
  async restore(_services, tx, id) {
    const review = await lockReview(tx, id);
    if (review === undefined || review.hidden_at === null) return;
    await updateReview(tx, id, { hidden_at: null });
    await recountFigures(tx, [review.subject_id]);
  },
};
