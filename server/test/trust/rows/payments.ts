import { paymentsApi } from '@app/contract/payments';
import { everyone, ownerOrStaff, row, STRANGERS, setFor, signedIn, word } from '../row.ts';

export const paymentsRows = [
  row(paymentsApi.offer, everyone),
  row(paymentsApi.pay, signedIn, ({ owner }) => ({ body: { user_id: owner.id } })),
  row(paymentsApi.history, signedIn),
  row(paymentsApi.ledger, signedIn),
  row(paymentsApi.ledger, ownerOrStaff, ({ owner }) => ({ query: { user_id: owner.id } }), 'somebody’s'),
  row(paymentsApi.subscription, signedIn),
  row(paymentsApi.setAutopay, signedIn, () => ({ body: { autopay: 0 as const } })),
  row(paymentsApi.removeMethod, signedIn),
  row(paymentsApi.refund, setFor(ownerOrStaff, STRANGERS, 'not_found'), async ({ payment }) => ({
    params: { id: await payment() },
    body: { reason: 'Передумали' },
  })),
  row(paymentsApi.topup, signedIn, () => ({ body: { amount: 100 } })),
  row(paymentsApi.yookassaNotice, everyone, () => ({ body: { object: { id: word() } } })),
  row(paymentsApi.sandboxNotice, everyone, () => ({ body: { object: { id: word() } } })),
];
