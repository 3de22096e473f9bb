import { z } from 'zod';
import { Failure } from '../../../platform/failure.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import type { Services } from '../../../platform/services.ts';
import { findByProviderId, getPayment, lockPayer } from '../payments.queries.ts';
import { beginRefund } from './refund-payment.ts';
import { findRefundByProvider } from './refunds.queries.ts';
import { settleRefundByProvider } from './settle-refund.job.ts';

/** Books a refund, whole or in part, that was made in the provider's own cabinet: the money is back already. */
export const adoptRefund = defineJob({
  name: 'adopt-refund',
  payload: z.object({ providerRefundId: z.string() }),
  run: async (services: Services, { providerRefundId }) => {
    const { db, provider, log } = services;
    const truth = await provider.fetchRefund(providerRefundId);
    const found = truth && (await findByProviderId(db, provider.name, truth.providerId));
    if (truth === undefined || found === undefined || truth.status !== 'succeeded') return;
    const payment = await getPayment(db, found.id);
    if (truth.currency !== payment.currency) {
      log.error({ payment: payment.id, refund: providerRefundId }, 'the provider gave back in another currency');
      return;
    }
    const refundId = await db.transaction().execute(async (tx) => {
      await lockPayer(tx, payment.user_id);
      const known = await findRefundByProvider(tx, provider.name, providerRefundId);
      if (known !== undefined) return known.id;
      try {
        return await beginRefund(services, tx, payment.id, {
          kopecks: truth.amountKopecks,
          givenBy: null,
          reason: '',
          providerId: providerRefundId,
        });
      } catch (error) {
        // Ours, whose number was not written down yet, or another part is on its way: the next try sees how that ended.
        if (!(error instanceof Failure)) throw error;
        log.error({ payment: payment.id, refund: providerRefundId, code: error.code }, 'a refund could not be booked');
        throw error;
      }
    });
    await settleRefundByProvider(services, refundId);
  },
});
