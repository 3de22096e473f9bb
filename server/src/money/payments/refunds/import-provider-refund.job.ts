import { z } from 'zod';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { findByProviderId, getPayment, lockPayer } from '../payments.queries.ts';
import { providerOf } from '../provider/provider-of.ts';
import { createRefund } from './refund-payment.ts';
import { findRefundByProvider } from './refunds.queries.ts';
import { settleRefundByProvider } from './settle-refund.job.ts';

/** Books a full or partial refund that was made in the provider's dashboard; the money has been paid out already. */
export const importProviderRefund = defineJob({
  name: 'import-provider-refund',
  payload: z.object({ providerRefundId: z.string() }),
  run: async (services: Services, { providerRefundId }) => {
    const { db, log } = services;
    const provider = providerOf(services);
    const providerRefund = await provider.fetchRefund(providerRefundId);
    const found = providerRefund && (await findByProviderId(db, provider.name, providerRefund.providerId));
    if (providerRefund === undefined || found === undefined || providerRefund.status !== 'succeeded') return;
    const payment = await getPayment(db, found.id);
    if (providerRefund.currency !== payment.currency) {
      log.error({ payment: payment.id, refund: providerRefundId }, 'the provider refunded in another currency');
      return;
    }
    const refundId = await db.transaction().execute(async (tx) => {
      await lockPayer(tx, payment.user_id);
      const known = await findRefundByProvider(tx, provider.name, providerRefundId);
      if (known !== undefined) return known.id;
      try {
        return await createRefund(services, tx, payment.id, {
          kopecks: providerRefund.amountKopecks,
          givenBy: null,
          reason: '',
          providerId: providerRefundId,
        });
      } catch (error) {
        // The refund may be ours with its number not stored yet, or another part may be pending; the retry sees the
        // result.
        if (!(error instanceof Failure)) throw error;
        log.error({ payment: payment.id, refund: providerRefundId, code: error.code }, 'a refund could not be booked');
        throw error;
      }
    });
    await settleRefundByProvider(services, refundId);
  },
});
