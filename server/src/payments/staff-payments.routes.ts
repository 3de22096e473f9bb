import { staffPaymentsApi } from '@app/contract/staff-payments';
import type { FastifyInstance } from 'fastify';
import { bind } from '../platform/bind.ts';
import type { Services } from '../services.ts';
import { giveGift } from './give-gift.ts';
import { refundByStaff } from './refund-payment.ts';
import { findPayers, listEverybodysPayments, showEverybodysPayment, showPayersLedger } from './staff-payments.ts';

/** Money as the staff see it. Whoever looks is written down. */
export function registerStaffPayments(app: FastifyInstance, services: Services): void {
  bind(app, services, staffPaymentsApi.list, ({ viewer, query }) => listEverybodysPayments(services, viewer, query));
  bind(app, services, staffPaymentsApi.one, ({ viewer, params }) => showEverybodysPayment(services, viewer, params.id));
  bind(app, services, staffPaymentsApi.refund, ({ viewer, params, body, idempotency }) =>
    refundByStaff(services, viewer, params.id, body, idempotency),
  );
  bind(app, services, staffPaymentsApi.payers, ({ viewer, query }) => findPayers(services, viewer, query.q));
  bind(app, services, staffPaymentsApi.ledger, ({ viewer, params, query }) =>
    showPayersLedger(services, viewer, params.user_id, query),
  );
  bind(app, services, staffPaymentsApi.give, ({ viewer, params, body, idempotency }) =>
    giveGift(services, viewer, params.user_id, body, idempotency),
  );
}
