import {
  type DealAction,
  type DealRole,
  type DealState,
  type OFFER_OBSTACLES,
  type OfferState,
  REVIEW_DAYS,
} from '@app/contract/market/deals';

const DAY_MS = 86_400_000;

export interface DealAccess {
  seller_id: number;
  buyer_id: number;
  state: DealState;
  seller_confirmed_at: Date | null;
  buyer_confirmed_at: Date | null;
  ended_at: Date | null;
  return_on: string | null;
  return_claimed_at: Date | null;
}

export interface OfferAccess {
  author_id: number;
  state: OfferState;
}

export type OfferObstacle = (typeof OFFER_OBSTACLES)[number];

/** The role of a user in a deal; undefined for everybody else, staff included. */
export function roleOf(userId: number, { seller_id, buyer_id }: DealAccess): DealRole | undefined {
  if (userId === seller_id) return 'seller';
  return userId === buyer_id ? 'buyer' : undefined;
}

export const otherOf = (userId: number, { seller_id, buyer_id }: DealAccess): number =>
  userId === seller_id ? buyer_id : seller_id;

export const hasConfirmed = (role: DealRole, deal: DealAccess): boolean =>
  (role === 'seller' ? deal.seller_confirmed_at : deal.buyer_confirmed_at) !== null;

/** A lent thing is with the borrower: both confirmed that it was handed over, and its owner not that it is back. */
export const isLent = ({ state, return_on, seller_confirmed_at, buyer_confirmed_at }: DealAccess): boolean =>
  state === 'accepted' && return_on !== null && seller_confirmed_at !== null && buyer_confirmed_at !== null;

/** Offers are answered by the person who did not make them. */
export const mayAnswerOffer = (userId: number, deal: DealAccess, offer: OfferAccess): boolean =>
  roleOf(userId, deal) !== undefined && offer.author_id !== userId;

export const mayWithdrawOffer = (userId: number, offer: OfferAccess): boolean => offer.author_id === userId;

export type ReviewRefusal = 'deal_not_done' | 'review_late' | 'already_reviewed';

/** Only those who dealt review each other: once, and while they remember. */
export function reviewRefusal(
  { state, ended_at }: Pick<DealAccess, 'state' | 'ended_at'>,
  hasReviewed: boolean,
  now: Date,
): ReviewRefusal | undefined {
  if (state !== 'done' || ended_at === null) return 'deal_not_done';
  if (hasReviewed) return 'already_reviewed';
  return now.getTime() - ended_at.getTime() > REVIEW_DAYS * DAY_MS ? 'review_late' : undefined;
}

interface OfferSituation {
  deal: DealAccess;
  offer: OfferAccess;
  obstacle: OfferObstacle | null;
  isBlocked: boolean;
  hasReviewed: boolean;
  /** Another day of return of this loan was proposed. */
  hasProposal?: boolean;
}

/** What the user may do with an offer now. The server checks the same again when it is done. */
export function actionsOf(userId: number, situation: OfferSituation, now: Date): DealAction[] {
  const { deal, offer, obstacle, isBlocked, hasReviewed, hasProposal = false } = situation;
  const role = roleOf(userId, deal);
  if (role === undefined) return [];
  if (offer.state === 'open') {
    if (mayWithdrawOffer(userId, offer)) return ['withdraw'];
    if (isBlocked) return ['decline'];
    if (obstacle === null) return ['accept', 'counter', 'decline'];
    return obstacle === 'late' ? ['counter', 'decline'] : ['decline'];
  }
  if (offer.state !== 'accepted') return [];
  if (deal.state === 'accepted') {
    const day: DealAction[] = deal.return_on !== null && !hasProposal && !isBlocked ? ['change_day'] : [];
    if (isLent(deal)) return role === 'seller' || deal.return_claimed_at === null ? ['return', ...day] : day;
    return hasConfirmed(role, deal) ? [...day, 'cancel'] : ['confirm', ...day, 'cancel'];
  }
  return reviewRefusal(deal, hasReviewed, now) === undefined ? ['review'] : [];
}

/** A review is answered once, by the person it is about. */
export const mayAnswerReview = (
  userId: number | null,
  review: { subject_id: number; hidden_at: Date | null },
): boolean => review.subject_id === userId && review.hidden_at === null;

/** A hidden review is seen by its two people and by staff. */
export const mayViewReview = (
  viewer: { userId: number | null; isStaff: boolean },
  review: { author_id: number; subject_id: number; hidden_at: Date | null },
): boolean =>
  review.hidden_at === null ||
  viewer.isStaff ||
  viewer.userId === review.author_id ||
  viewer.userId === review.subject_id;
