import { paymentsApi } from '@app/contract/payments';
import { everyone, row, signedIn, word } from '../row.ts';

export const paymentsRows = [
  row(paymentsApi.offer, everyone),
  row(paymentsApi.pay, signedIn, ({ owner }) => ({ body: { user_id: owner.id } })),
  row(paymentsApi.history, signedIn),
  row(paymentsApi.yookassaNotice, everyone, () => ({ body: { object: { id: word() } } })),
  row(paymentsApi.sandboxNotice, everyone, () => ({ body: { object: { id: word() } } })),
];
