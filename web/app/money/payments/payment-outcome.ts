import type { PaymentKind, paymentsApi } from '@app/contract/money/payments';
import type { ResponseOf } from '@app/contract/platform/endpoint';

type History = ResponseOf<(typeof paymentsApi)['history']>;
type Payment = History['payments'][number];

export interface PaymentOutcome {
  state: 'paid' | 'unpaid' | 'waiting';
  kind: PaymentKind;
}

const movedAt = ({ settled, created }: Payment): number => Date.parse(settled ?? created);

/** Outcome of the last payment according to the provider; waiting while the provider has not responded. */
export function paymentOutcome({ payed, payments }: Pick<History, 'payed' | 'payments'>): PaymentOutcome {
  const [last] = payments.toSorted((a, b) => movedAt(b) - movedAt(a));
  if (last === undefined) return { state: payed === 1 ? 'paid' : 'unpaid', kind: 'subscription' };
  const { status, kind } = last;
  switch (status) {
    case 'created':
    case 'pending':
    case 'held':
      return { state: 'waiting', kind };
    case 'succeeded':
      // The subscription starts with the payment, but the viewer may receive one event before the other.
      return { state: kind === 'topup' || payed === 1 ? 'paid' : 'waiting', kind };
    case 'canceled':
    case 'refunding':
    case 'refunded':
      return { state: 'unpaid', kind };
    default:
      return status satisfies never;
  }
}
