import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { day, id } from '../platform/fields.ts';
import { Offer } from './deals.ts';

/** How far ahead the day of return may be. */
export const LOAN_DAYS_MAX = 366;

const params = z.object({ id });
const body = z.object({ return_on: day });
const limit = { max: 60, seconds: 3600 };
const DAY_WORDS = `at most ${LOAN_DAYS_MAX} days ahead and not over`;

/** Loans are deals whose offers name a day of return: they are accepted, declined, withdrawn, confirmed and reviewed as such. */
export const loansApi = {
  request: endpoint('PUT', '/api/deals/loans', 'user', {
    summary: `Ask for a thing of somebody else that is lent, until a day: ${DAY_WORDS}. The request is a message of the chat with the owner.`,
    body: body.extend({ board_id: id }),
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
    limit,
  }),
  counterDay: endpoint('PUT', '/api/deals/offers/{id}/return-day', 'user', {
    summary: 'Answer an open offer of a loan by another day.',
    params,
    body,
    response: Offer,
    errors: [
      'not_found',
      'forbidden',
      'blocked',
      'offer_closed',
      'ad_not_open',
      'ad_taken',
      'no_offers',
      'strangers_limit',
    ],
    limit,
  }),
  proposeDay: endpoint('PUT', '/api/deals/{id}/return-day', 'user', {
    summary:
      'Propose another day of return of a loan that runs. Until the other person accepts it, the day before is in force. A new proposal takes the place of an own open one.',
    params,
    body,
    response: Offer,
    errors: ['not_found', 'blocked', 'deal_closed', 'day_proposed', 'strangers_limit'],
    limit,
  }),
  return: endpoint('POST', '/api/deals/{id}/return', 'user', {
    summary:
      'The lent thing is back. Said by its owner, this ends the loan, and the ad is on offer again; said by the borrower, it asks the owner to confirm. Repeating changes nothing.',
    params,
    response: Offer,
    errors: ['not_found', 'deal_closed', 'not_lent'],
  }),
};
