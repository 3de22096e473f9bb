import { defineDomain } from '../../platform/domain/domain.ts';
import { erasePaymentData } from './erase-payment-data.public.ts';
import { exportPaymentsOf } from './export-payments.public.ts';
import { cancelAutopay, reconcileUser } from './payments.public.ts';
import { registerPayments } from './payments.routes.ts';
import { deliverSandboxWebhook } from './provider/deliver-sandbox-webhook.job.ts';
import { reconcilePayments } from './reconcile-payments.job.ts';
import { importProviderRefund } from './refunds/import-provider-refund.job.ts';
import { settleRefund } from './refunds/settle-refund.job.ts';
import { settlePayment } from './settle-payment.job.ts';
import { renewSubscriptions } from './subscription/renew-subscriptions.job.ts';

declare module '../../platform/domain/domain.ts' {
  interface DomainEvents {
    'subscription.paid': { userId: number };
    /** The last paid year of the user was refunded. */
    'subscription.refunded': { userId: number };
  }
}

export const payments = defineDomain({
  name: 'payments',
  routes: registerPayments,
  jobs: [settlePayment, settleRefund, importProviderRefund, deliverSandboxWebhook],
  periodicJobs: [
    { job: reconcilePayments, everySeconds: 15 },
    { job: renewSubscriptions, everySeconds: 600 },
  ],
  refreshUser: reconcileUser,
  on: { 'user.deactivated': (_, tx, { userId }) => cancelAutopay(tx, userId) },
  userData: { erase: erasePaymentData, exports: { payments: exportPaymentsOf } },
});
