import { defineDomain } from '../../platform/domain.ts';
import { exportPaymentsOf } from './export-payments.public.ts';
import { forgetPayments } from './forget-payments.public.ts';
import { registerPayments } from './payments.routes.ts';
import { deliverSandboxNotice } from './provider/deliver-sandbox-notice.job.ts';
import { reconcilePayments } from './reconcile-payments.job.ts';
import { adoptRefund } from './refunds/adopt-refund.job.ts';
import { settleRefund } from './refunds/settle-refund.job.ts';
import { settlePayment } from './settle-payment.job.ts';
import { renewSubscriptions } from './subscription/renew-subscriptions.job.ts';

export const payments = defineDomain({
  name: 'payments',
  routes: registerPayments,
  jobs: [reconcilePayments, settlePayment, settleRefund, adoptRefund, deliverSandboxNotice, renewSubscriptions],
  periodicJobs: [
    { job: reconcilePayments, everySeconds: 15 },
    { job: renewSubscriptions, everySeconds: 600 },
  ],
  userData: { erase: forgetPayments, exports: { payments: exportPaymentsOf } },
});
