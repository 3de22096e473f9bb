import type { ResponseOf } from '@app/contract/endpoint';
import type { paymentsApi } from '@app/contract/payments';

type History = ResponseOf<(typeof paymentsApi)['history']>;

/** How the last payment went: what the provider said decides, and while it says nothing the page waits. */
export function paymentVerdict({
  payed,
  payments,
}: Pick<History, 'payed' | 'payments'>): 'paid' | 'unpaid' | 'waiting' {
  const last = payments[0]?.status;
  if (last === 'canceled') return 'unpaid';
  if (payed === 1) return 'paid';
  return last === 'created' || last === 'pending' || last === 'succeeded' ? 'waiting' : 'unpaid';
}
