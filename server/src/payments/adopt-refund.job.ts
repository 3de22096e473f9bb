import { z } from 'zod';
import { Failure } from '../platform/failure.ts';
import { defineJob } from '../platform/queue/job.ts';
import type { Services } from '../services.ts';
import { findByProviderId, getPayment, lockPayer } from './payments.queries.ts';
import { beginRefund } from './refund-payment.ts';
import { findRefundByProvider } from './refunds.queries.ts';
import { settleRefundByProvider } from './settle-refund.job.ts';

/** Books a refund that was made in the provider's own cabinet. What goes back in part is for people to look at. */
export const adoptRefund = defineJob({
  name: 'adopt-refund',
  payload: z.object({ providerRefundId: z.string() }),
  run: async (services: Services, { providerRefundId }) => {
    const { db, provider, log } = services;
    const truth = await provider.fetchRefund(providerRefundId);
    const found = truth && (await findByProviderId(db, provider.name, truth.providerId));
    if (truth === undefined || found === undefined || truth.status === 'canceled') return;
    const payment = await getPayment(db, found.id);
    if (truth.amountKopecks !== payment.amount_kopecks || truth.currency !== payment.currency) {
      log.error({ payment: payment.id, refund: providerRefundId }, 'the provider gave back a part of a payment');
      return;
    }
    const refundId = await db.transaction().execute(async (tx) => {
      await lockPayer(tx, payment.user_id);
      const known = await findRefundByProvider(tx, provider.name, providerRefundId);
      if (known !== undefined) return known.id;
      try {
        return await beginRefund(services, tx, payment.id, { givenBy: null, reason: '', providerId: providerRefundId });
      } catch (error) {
        // Ours, whose number was not written down yet, or a top-up that is spent: the books stay as they are.
        if (!(error instanceof Failure)) throw error;
        log.error({ payment: payment.id, refund: providerRefundId, code: error.code }, 'a refund could not be booked');
        throw error;
      }
    });
    await settleRefundByProvider(services, refundId);
  },
});
