import type { StaffPayment } from '@app/contract/staff-payments';
import { useText } from '../../platform/i18n.tsx';
import styles from './admin-money.module.css';

const TONES: Partial<Record<StaffPayment['status'], 'pine' | 'gold' | 'berry'>> = {
  succeeded: 'pine',
  pending: 'gold',
  held: 'gold',
  refunding: 'gold',
  canceled: 'berry',
};

/** How a payment stands, in its colour. */
export function PaymentState({ status }: { status: StaffPayment['status'] }) {
  const t = useText('payments');
  return (
    <span className={styles.pill} data-tone={TONES[status]}>
      {t(`payments.history.status.${status}`)}
    </span>
  );
}
