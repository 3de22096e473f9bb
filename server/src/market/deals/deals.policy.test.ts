import type { DealState, OfferState } from '@app/contract/market/deals';
import { describe, expect, test } from 'vitest';
import {
  actionsOf,
  mayAnswerOffer,
  mayAnswerReview,
  mayViewReview,
  mayWithdrawOffer,
  type OfferObstacle,
  reviewRefusal,
  roleOf,
} from './deals.policy.ts';

const [SELLER, BUYER, STRANGER] = [1, 2, 3];
const now = new Date('2026-11-27T12:00:00Z');
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

interface Given {
  state?: DealState;
  offer?: OfferState;
  author?: number;
  confirmed?: readonly number[];
  obstacle?: OfferObstacle | null;
  isBlocked?: boolean;
  hasReviewed?: boolean;
  ended?: Date | null;
  returnOn?: string;
  isClaimed?: boolean;
  hasProposal?: boolean;
}

function actions(userId: number, given: Given = {}): string[] {
  const { state = 'offered', offer = 'open', author = BUYER, confirmed = [], obstacle = null } = given;
  const deal = {
    seller_id: SELLER,
    buyer_id: BUYER,
    state,
    seller_confirmed_at: confirmed.includes(SELLER) ? now : null,
    buyer_confirmed_at: confirmed.includes(BUYER) ? now : null,
    ended_at: given.ended ?? null,
    return_on: given.returnOn ?? null,
    return_claimed_at: given.isClaimed === true ? now : null,
  };
  const { isBlocked = false, hasReviewed = false, hasProposal = false } = given;
  const situation = { deal, offer: { author_id: author, state: offer }, obstacle, isBlocked, hasReviewed, hasProposal };
  return actionsOf(userId, situation, now);
}

describe('an open offer', () => {
  test('is answered by the other person and withdrawn by its author', () => {
    expect(actions(SELLER)).toEqual(['accept', 'counter', 'decline']);
    expect(actions(BUYER)).toEqual(['withdraw']);
    expect(actions(BUYER, { author: SELLER })).toEqual(['accept', 'counter', 'decline']);
    expect(actions(STRANGER)).toEqual([]);
  });

  test('can only be declined once the ad is taken, or the two blocked each other', () => {
    expect(actions(SELLER, { obstacle: 'reserved' })).toEqual(['decline']);
    expect(actions(SELLER, { obstacle: 'not_open' })).toEqual(['decline']);
    expect(actions(SELLER, { isBlocked: true })).toEqual(['decline']);
  });

  test('that was answered leaves nothing to do', () => {
    for (const offer of ['countered', 'declined', 'withdrawn', 'closed'] as const)
      expect([...actions(SELLER, { offer }), ...actions(BUYER, { offer })]).toEqual([]);
  });
});

describe('an accepted deal', () => {
  const accepted = { state: 'accepted', offer: 'accepted' } as const;

  test('is confirmed once by each, or cancelled', () => {
    expect(actions(SELLER, accepted)).toEqual(['confirm', 'cancel']);
    expect(actions(SELLER, { ...accepted, confirmed: [SELLER] })).toEqual(['cancel']);
    expect(actions(BUYER, { ...accepted, confirmed: [SELLER] })).toEqual(['confirm', 'cancel']);
    expect(actions(STRANGER, accepted)).toEqual([]);
  });

  test('is reviewed when it is done, also by people who blocked each other since', () => {
    const done = { state: 'done', offer: 'accepted', confirmed: [SELLER, BUYER], ended: daysAgo(1) } as const;
    expect(actions(BUYER, { ...done, isBlocked: true })).toEqual(['review']);
    expect(actions(BUYER, { ...done, hasReviewed: true })).toEqual([]);
    expect(actions(BUYER, { ...done, ended: daysAgo(61) })).toEqual([]);
  });
});

describe('a loan', () => {
  const agreed = { state: 'accepted', offer: 'accepted', returnOn: '2026-12-05' } as const;
  const lent = { ...agreed, confirmed: [SELLER, BUYER] };

  test('is handed over as both confirm, or cancelled, and its day may change', () => {
    expect(actions(SELLER, agreed)).toEqual(['confirm', 'change_day', 'cancel']);
    expect(actions(BUYER, { ...agreed, confirmed: [BUYER] })).toEqual(['change_day', 'cancel']);
    expect(actions(SELLER, { ...agreed, hasProposal: true })).toEqual(['confirm', 'cancel']);
    expect(actions(STRANGER, agreed)).toEqual([]);
  });

  test('ends by the return, which the owner confirms and the borrower says once', () => {
    expect(actions(SELLER, lent)).toEqual(['return', 'change_day']);
    expect(actions(BUYER, lent)).toEqual(['return', 'change_day']);
    expect(actions(BUYER, { ...lent, isClaimed: true })).toEqual(['change_day']);
    expect(actions(SELLER, { ...lent, isClaimed: true, isBlocked: true })).toEqual(['return']);
    expect(actions(STRANGER, lent)).toEqual([]);
  });

  test('is not agreed for a day that is over, and another day may be named', () => {
    expect(actions(SELLER, { returnOn: '2026-11-20', obstacle: 'late' })).toEqual(['counter', 'decline']);
    expect(actions(BUYER, { returnOn: '2026-11-20', obstacle: 'late' })).toEqual(['withdraw']);
  });
});

test('a review is refused before the deal is done, twice, and late', () => {
  expect(reviewRefusal({ state: 'accepted', ended_at: null }, false, now)).toBe('deal_not_done');
  expect(reviewRefusal({ state: 'cancelled', ended_at: daysAgo(1) }, false, now)).toBe('deal_not_done');
  expect(reviewRefusal({ state: 'done', ended_at: daysAgo(1) }, true, now)).toBe('already_reviewed');
  expect(reviewRefusal({ state: 'done', ended_at: daysAgo(61) }, false, now)).toBe('review_late');
  expect(reviewRefusal({ state: 'done', ended_at: daysAgo(60) }, false, now)).toBeUndefined();
});

test('roles and answers belong to the two people', () => {
  const deal = { seller_id: SELLER, buyer_id: BUYER, state: 'offered' as const };
  const dates = { ended_at: null, return_on: null, return_claimed_at: null };
  const access = { ...deal, ...dates, seller_confirmed_at: null, buyer_confirmed_at: null };
  expect([SELLER, BUYER, STRANGER].map((id) => roleOf(id, access))).toEqual(['seller', 'buyer', undefined]);
  const offer = { author_id: BUYER, state: 'open' as const };
  expect([SELLER, BUYER, STRANGER].map((id) => mayAnswerOffer(id, access, offer))).toEqual([true, false, false]);
  expect([SELLER, BUYER, STRANGER].map((id) => mayWithdrawOffer(id, offer))).toEqual([false, true, false]);
});

test('a hidden review is seen by its two people and staff, and answered by nobody', () => {
  const hidden = { author_id: BUYER, subject_id: SELLER, hidden_at: now };
  const seenBy = (userId: number | null, isStaff = false) => mayViewReview({ userId, isStaff }, hidden);
  expect([SELLER, BUYER, STRANGER, null].map((id) => seenBy(id))).toEqual([true, true, false, false]);
  expect(seenBy(STRANGER, true)).toBe(true);
  expect(mayViewReview({ userId: null, isStaff: false }, { ...hidden, hidden_at: null })).toBe(true);
  expect(mayAnswerReview(SELLER, hidden)).toBe(false);
  expect(mayAnswerReview(SELLER, { ...hidden, hidden_at: null })).toBe(true);
  expect(mayAnswerReview(BUYER, { ...hidden, hidden_at: null })).toBe(false);
});
