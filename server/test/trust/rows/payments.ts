import { paymentsApi } from '@app/contract/money/payments';
import { staffPaymentsApi } from '@app/contract/money/staff-payments';
import { administrators, allGet, everyone, NOBODY, row, setFor, signedIn, word } from '../row.ts';

/** Staff refund through endpoints of their own, not by this one. */
const owners = setFor(setFor(allGet('not_found'), ['owner'], 'ok'), NOBODY, 'unauthorized');

export const paymentsRows = [
  row(paymentsApi.offer, everyone),
  row(paymentsApi.pay, signedIn, ({ owner }) => ({ body: { user_id: owner.id } })),
  row(paymentsApi.history, signedIn),
  row(paymentsApi.ledger, signedIn),
  row(paymentsApi.subscription, signedIn),
  row(paymentsApi.setAutopay, signedIn, () => ({ body: { autopay: 0 as const } })),
  row(paymentsApi.removeMethod, signedIn),
  row(paymentsApi.refund, owners, async ({ payment }) => ({
    params: { id: await payment() },
    body: { reason: 'Передумали' },
  })),
  row(paymentsApi.topup, signedIn, () => ({ body: { amount: 100 } })),
  row(paymentsApi.yookassaWebhook, everyone, () => ({ body: { object: { id: word() } } })),
  row(paymentsApi.sandboxWebhook, everyone, () => ({ body: { object: { id: word() } } })),
  row(staffPaymentsApi.list, administrators),
  row(staffPaymentsApi.one, administrators, async ({ payment }) => ({ params: { id: await payment() } })),
  row(staffPaymentsApi.refund, administrators, async ({ payment }) => ({
    params: { id: await payment() },
    body: { reason: 'По просьбе', amount_kopecks: 100, left_kopecks: 39_900 },
  })),
  row(staffPaymentsApi.payers, administrators, ({ owner }) => ({ query: { q: owner.login } })),
  row(staffPaymentsApi.ledger, administrators, ({ owner }) => ({ params: { user_id: owner.id } })),
  row(staffPaymentsApi.addManualCredit, administrators, ({ owner }) => ({
    params: { user_id: owner.id },
    body: { what: 'points' as const, amount: 10, reason: 'За терпение' },
  })),
];
