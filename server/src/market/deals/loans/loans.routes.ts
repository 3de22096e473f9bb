import { loansApi } from '@app/contract/market/loans';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { counterOffer, createOffer } from '../create-offer.ts';
import { loanTerms, proposeDay } from './propose-day.ts';
import { returnLoan } from './return-loan.ts';

export function registerLoans(app: FastifyInstance, services: Services): void {
  bind(app, services, loansApi, {
    request: ({ viewer, body, idempotency }) =>
      createOffer(services, viewer, body.board_id, loanTerms(services, body.return_on), idempotency),
    counterDay: ({ viewer, params, body, idempotency }) =>
      counterOffer(services, viewer, params.id, loanTerms(services, body.return_on), idempotency),
    proposeDay: ({ viewer, params, body, idempotency }) =>
      proposeDay(services, viewer, params.id, body.return_on, idempotency),
    return: ({ viewer, params }) => returnLoan(services, viewer, params.id),
  });
}
