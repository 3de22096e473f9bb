import type { StaffPayment } from '@app/contract/money/staff-payments';
import { useText } from '../../../platform/i18n.tsx';
import { Pill, type Tone } from '../table/pill.tsx';

const TONES: Partial<Record<StaffPayment['status'], Tone>> = {
  succeeded: 'good',
  pending: 'warning',
  held: 'warning',
  refunding: 'warning',
  canceled: 'bad',
};

/** How a payment stands, in its colour. */
export function PaymentState({ status }: { status: StaffPayment['status'] }) {
  const t = useText('payments');
  return <Pill tone={TONES[status]}>{t(`payments.history.status.${status}`)}</Pill>;
}
