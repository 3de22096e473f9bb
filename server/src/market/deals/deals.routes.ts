import { dealsApi } from '@app/contract/market/deals';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { acceptOffer, declineOffer, withdrawOffer } from './answer-offer.ts';
import { counterOffer, createOffer } from './create-offer.ts';
import { cancelDeal, confirmDeal } from './end-deal.ts';
import { listDeals } from './list-deals.ts';
import { getDealFigures } from './reviews/deal-figures.public.ts';
import { listReviews } from './reviews/list-reviews.ts';
import { answerReview, writeReview } from './reviews/write-review.ts';

export function registerDeals(app: FastifyInstance, services: Services): void {
  bind(app, services, dealsApi, {
    offer: ({ viewer, body, idempotency }) =>
      createOffer(services, viewer, body.board_id, { price: body.price, returnOn: null }, idempotency),
    counter: ({ viewer, params, body, idempotency }) =>
      counterOffer(services, viewer, params.id, { price: body.price, returnOn: null }, idempotency),
    accept: ({ viewer, params }) => acceptOffer(services, viewer, params.id),
    decline: ({ viewer, params }) => declineOffer(services, viewer, params.id),
    withdraw: ({ viewer, params }) => withdrawOffer(services, viewer, params.id),
    list: ({ viewer, query }) => listDeals(services, viewer, query),
    confirm: ({ viewer, params }) => confirmDeal(services, viewer, params.id),
    cancel: ({ viewer, params }) => cancelDeal(services, viewer, params.id),
    review: ({ viewer, params, body, idempotency }) => writeReview(services, viewer, params.id, body, idempotency),
    reviews: ({ viewer, params, query }) => listReviews(services, viewer, params.id, query),
    figures: ({ params }) => getDealFigures(services.db, params.id),
    answer: ({ viewer, params, body }) => answerReview(services, viewer, params.id, body.content),
  });
}
