import type { StaffPayment } from '@app/contract/money/staff-payments';
import { useText } from '../../../platform/i18n.tsx';
import { type BadgeColor, StatusBadge } from '../table/status-badge.tsx';

const STATUS_COLORS: Partial<Record<StaffPayment['status'], BadgeColor>> = {
  succeeded: 'good',
  pending: 'warning',
  held: 'warning',
  refunding: 'warning',
  canceled: 'bad',
};

export function PaymentState({ status }: { status: StaffPayment['status'] }) {
  const t = useText('payments');
  return <StatusBadge color={STATUS_COLORS[status]}>{t(`payments.history.status.${status}`)}</StatusBadge>;
}
