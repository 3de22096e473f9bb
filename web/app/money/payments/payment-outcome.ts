import type { PaymentKind, paymentsApi } from '@app/contract/money/payments';
import type { ResponseOf } from '@app/contract/platform/endpoint';

type History = ResponseOf<(typeof paymentsApi)['history']>;
type Payment = History['payments'][number];

export interface PaymentOutcome {
  state: 'paid' | 'unpaid' | 'waiting';
  /** What the payment was for. */
  kind: PaymentKind;
}

const movedAt = ({ settled, created }: Payment): number => Date.parse(settled ?? created);

/** How the last payment went: what the provider said decides, and while it says nothing the page waits. */
export function paymentOutcome({ payed, payments }: Pick<History, 'payed' | 'payments'>): PaymentOutcome {
  // The one that moved last: of two begun, the one that was paid.
  const [last] = payments.toSorted((a, b) => movedAt(b) - movedAt(a));
  if (last === undefined) return { state: payed === 1 ? 'paid' : 'unpaid', kind: 'subscription' };
  const { status, kind } = last;
  switch (status) {
    case 'created':
    case 'pending':
    case 'held':
      return { state: 'waiting', kind };
    case 'succeeded':
      // The year comes with the payment; a person may hear of one a moment before the other.
      return { state: kind === 'topup' || payed === 1 ? 'paid' : 'waiting', kind };
    case 'canceled':
    case 'refunding':
    case 'refunded':
      return { state: 'unpaid', kind };
    default:
      return status satisfies never;
  }
}
