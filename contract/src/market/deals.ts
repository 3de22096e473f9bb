import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, optionalId, text, timestamp, wholeNumber } from '../platform/fields.ts';
import { roubles } from '../platform/money.ts';
import { pagePaging, total } from '../platform/paging.ts';

export const REVIEW_MAX = 2000;
export const ANSWER_MAX = 2000;
export const STARS_MAX = 5;
/** Days after a deal was done in which its two people may review each other. */
export const REVIEW_DAYS = 60;
export const REVIEWS_PAGE_SIZE = 10;
export const REVIEWS_PAGE_MAX = 50;
export const DEALS_PAGE_SIZE = 20;
export const DEALS_PAGE_MAX = 50;
/** People who deal only among themselves are a clique up to this number; their reviews weigh nothing. */
export const CLIQUE_PEOPLE_MAX = 5;
/** Dialogs of the last {@link REPLY_DAYS} days below which no reply time is shown. */
export const REPLY_DIALOGS_MIN = 5;
export const REPLY_DAYS = 90;

export const DEAL_STATES = ['offered', 'accepted', 'done', 'cancelled'] as const;
export type DealState = (typeof DEAL_STATES)[number];

/** `countered`: answered by another price. `closed`: the ad was sold or removed, or the deal ended otherwise. */
export const OFFER_STATES = ['open', 'accepted', 'countered', 'declined', 'withdrawn', 'closed'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

export const DEAL_ROLES = ['seller', 'buyer'] as const;
export type DealRole = (typeof DEAL_ROLES)[number];

/** `return`: a lent thing is back. `change_day`: another day of its return is proposed. */
export const DEAL_ACTIONS = [
  'accept',
  'counter',
  'decline',
  'withdraw',
  'confirm',
  'return',
  'change_day',
  'cancel',
  'review',
] as const;
export type DealAction = (typeof DEAL_ACTIONS)[number];

/**
 * Why nobody can accept an open offer now: the ad is reserved for somebody else, or not on offer, or the day of return is
 * over.
 */
export const OFFER_OBSTACLES = ['reserved', 'not_open', 'late'] as const;

/** An offer as one of its two people sees it now. */
export const Offer = z.object({
  id: z.number().int(),
  deal_id: z.number().int(),
  /** null once the ad is deleted. */
  board_id: z.number().int().nullable(),
  title: z.string(),
  /** Whole roubles; 0 for what is given away or lent. */
  price: z.number().int(),
  /** Of a thing that is lent; absent otherwise. */
  loan: z
    .object({
      /** The day, as YYYY-MM-DD, until which the thing is lent. */
      return_on: z.string(),
      /** 1 from the time on when both confirmed that it was handed over, until its return. */
      lent: bit,
      /** 1: the borrower said that it is back. */
      returned: bit,
    })
    .optional(),
  /** The price of the ad; 0 when it states none. */
  board_price: z.number().int(),
  mine: bit,
  state: z.enum(OFFER_STATES),
  obstacle: z.enum(OFFER_OBSTACLES).nullable(),
  deal_state: z.enum(DEAL_STATES),
  role: z.enum(DEAL_ROLES),
  /** Who confirmed that the deal took place, or that a lent thing was handed over. */
  confirmed: z.object({ me: bit, other: bit }),
  /** The stars that the viewer gave; null before. */
  my_stars: z.number().int().nullable(),
  /** What the viewer may do now. */
  actions: z.array(z.enum(DEAL_ACTIONS)),
});
export type Offer = z.infer<typeof Offer>;

export const Deal = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  user_name: z.string(),
  created: timestamp,
  /** Of the ad; '' and null once the viewer cannot open it. */
  link: z.string(),
  photo: z.string().nullable(),
  /** The accepted offer of the deal, else the latest one. */
  offer: Offer,
  /** Of a loan that runs: another day of return that one of the two proposed. */
  proposal: Offer.optional(),
});
export type Deal = z.infer<typeof Deal>;

const ReviewAuthor = z.object({
  id: z.number().int(),
  firstname: z.string(),
  lastname: z.string(),
  photo: z.string().nullable(),
  deleted: bit.optional(),
});

export const DealReview = z.object({
  id: z.number().int(),
  author: ReviewAuthor,
  /** What the author was in the deal. */
  role: z.enum(DEAL_ROLES),
  stars: z.number().int(),
  content: z.string(),
  timestamp: timestamp,
  board_title: z.string(),
  /** 1: about a loan; `seller` lent the thing. */
  loan: bit.optional(),
  answer: z.object({ content: z.string(), timestamp: timestamp }).nullable(),
  /** 0: the review is shown and does not count in the figure. */
  counts: bit,
  /** For staff: the people who deal only among themselves, for whom the review does not count. */
  clique: z.array(z.object({ id: z.number().int(), name: z.string() })).optional(),
  /** 1: hidden by staff; only the author, the subject and staff see the review. */
  hidden: bit,
  own: bit,
  may_answer: bit,
});
export type DealReview = z.infer<typeof DealReview>;

export const DealFigures = z.object({
  /** Average stars of the reviews that count; null without one. */
  rating: z.number().nullable(),
  /** How many reviews `rating` stands on. */
  count: z.number().int(),
  /** Reviews that are shown and do not count. */
  left_out: z.number().int(),
  deals: z.number().int(),
  /** Median minutes until the first answer in dialogs about the person’s ads; null while there are too few. */
  reply_minutes: z.number().int().nullable(),
  /** When the person registered. */
  since: timestamp,
});
export type DealFigures = z.infer<typeof DealFigures>;

const price = roubles.pipe(z.number().int().min(1));
const offerId = z.object({ id });
const answerErrors = ['not_found', 'forbidden', 'blocked', 'offer_closed'] as const;

export const dealsApi = {
  offer: endpoint('PUT', '/api/deals/offers', 'user', {
    summary:
      'Offer a price for an ad of somebody else. The offer is a message of the chat with the seller. A new offer takes the place of an own open one.',
    body: z.object({ board_id: id, price }),
    response: Offer,
    errors: [
      'not_found',
      'gone',
      'own_offer',
      'blocked',
      'ad_not_open',
      'no_offers',
      'ad_taken',
      'deal_runs',
      'strangers_limit',
    ],
    limit: { max: 60, seconds: 3600 },
  }),
  counter: endpoint('PUT', '/api/deals/offers/{id}/counter', 'user', {
    summary: 'Answer an open offer of the other person by another price.',
    params: offerId,
    body: z.object({ price }),
    response: Offer,
    errors: [...answerErrors, 'ad_not_open', 'ad_taken', 'no_offers', 'strangers_limit'],
    limit: { max: 60, seconds: 3600 },
  }),
  accept: endpoint('POST', '/api/deals/offers/{id}/accept', 'user', {
    summary: 'Accept an open offer of the other person: the ad is reserved. Repeating changes nothing.',
    params: offerId,
    response: Offer,
    errors: [...answerErrors, 'ad_not_open', 'ad_taken', 'return_day_over'],
  }),
  decline: endpoint('POST', '/api/deals/offers/{id}/decline', 'user', {
    summary: 'Decline an open offer of the other person. Repeating changes nothing.',
    params: offerId,
    response: Offer,
    errors: ['not_found', 'forbidden', 'offer_closed'],
  }),
  withdraw: endpoint('POST', '/api/deals/offers/{id}/withdraw', 'user', {
    summary: 'Withdraw an own open offer. Repeating changes nothing.',
    params: offerId,
    response: Offer,
    errors: ['not_found', 'forbidden', 'offer_closed'],
  }),
  list: endpoint('GET', '/api/deals', 'user', {
    summary:
      'The viewer’s deals, newest first; with `user_id` those with one person, with `active` 1 those not over, with `running_first` 1 these before the others.',
    query: z.object({
      user_id: optionalId,
      active: flag.default(0),
      running_first: flag.default(0),
      ...pagePaging(DEALS_PAGE_SIZE, DEALS_PAGE_MAX),
    }),
    response: z.object({ list: z.array(Deal), total }),
  }),
  confirm: endpoint('POST', '/api/deals/{id}/confirm', 'user', {
    summary:
      'Confirm that an accepted deal took place. After both did, it is done and the ad is sold; a thing to lend is lent until its return. Repeating changes nothing.',
    params: offerId,
    response: Offer,
    errors: ['not_found', 'deal_closed'],
  }),
  cancel: endpoint('POST', '/api/deals/{id}/cancel', 'user', {
    summary:
      'Cancel an accepted deal: the ad is on offer again. A lent thing has to be returned instead. Repeating changes nothing.',
    params: offerId,
    response: Offer,
    errors: ['not_found', 'deal_closed'],
  }),
  review: endpoint('PUT', '/api/deals/{id}/review', 'user', {
    summary: `Review the other person of a done deal, once, within ${REVIEW_DAYS} days. A review is never changed.`,
    params: offerId,
    body: z.object({ stars: wholeNumber(1, STARS_MAX), content: text(REVIEW_MAX).default('') }),
    response: DealReview,
    errors: ['not_found', 'deal_not_done', 'review_late', 'already_reviewed'],
  }),
  reviews: endpoint('GET', '/api/deals/reviews/of/{id}', 'public', {
    summary: 'Reviews about a person, newest first, with the figures that they give.',
    standby: true,
    params: offerId,
    query: z.object(pagePaging(REVIEWS_PAGE_SIZE, REVIEWS_PAGE_MAX)),
    response: z.object({ list: z.array(DealReview), total, figures: DealFigures }),
    errors: ['not_found'],
  }),
  figures: endpoint('GET', '/api/deals/figures/{id}', 'public', {
    summary: 'What the deals of a person say: stars of reviews, number of deals, reply time, since when.',
    standby: true,
    params: offerId,
    response: DealFigures,
    errors: ['not_found'],
  }),
  answer: endpoint('PUT', '/api/deals/reviews/{id}/answer', 'user', {
    summary: 'Answer a review about the viewer, once.',
    params: offerId,
    body: z.object({ content: text(ANSWER_MAX).pipe(z.string().min(1)) }),
    response: DealReview,
    errors: ['not_found', 'forbidden', 'already_answered'],
  }),
};
