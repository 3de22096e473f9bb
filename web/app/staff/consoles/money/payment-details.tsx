import type { Receipt } from '@app/contract/money/payments';
import type { StaffPayment, StaffPaymentDetails } from '@app/contract/money/staff-payments';
import { Link } from 'react-router';
import { formatDate, formatKopecks } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { Facts, Lines, Time } from '../table/cells.tsx';
import { type BadgeColor, StatusBadge } from '../table/status-badge.tsx';
import { PayerLink } from './payer.tsx';

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

export function PaymentLink({ id }: { id: number }) {
  const t = useText('admin-money');
  return (
    <Link to={`/admin/payments/${id}`} className="link" aria-label={t('admin-money.payment', { id })}>
      {id}
    </Link>
  );
}

export function ReceiptText({ receipt }: { receipt: Receipt | null }) {
  const t = useText('money');
  if (receipt === null) return '–';
  if (receipt.state !== 'succeeded') return t(`money.receipt.${receipt.state}`);
  const text = receipt.number === null ? t('money.receipt') : t('money.receipt.number', { number: receipt.number });
  if (receipt.url === null) return text;
  return (
    <a href={receipt.url} className="link" target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

export function PaymentDetails({ payment }: { payment: StaffPaymentDetails }) {
  const t = useText('admin-money', 'payments');
  const lang = useLanguage();
  const { payer, kind, status, amount_kopecks, refunded_kopecks, method, auto, period, receipt, created } = payment;
  const state = (
    <>
      <PaymentState status={status} />
      {refunded_kopecks > 0 && <> {t('admin-money.back', { sum: formatKopecks(lang, refunded_kopecks) })}</>}
    </>
  );
  const paidFor = period && (
    <Lines>
      {formatDate(period.from)} – {formatDate(period.until)}
      <small>
        {period.used === null
          ? t('admin-money.period.unused')
          : t('admin-money.period.used', { date: formatDate(period.used) })}
      </small>
    </Lines>
  );
  const way = method === null ? '–' : t(`payments.method.${method}`);
  return (
    <Facts
      isPanel
      facts={[
        [t('admin-money.amount'), formatKopecks(lang, amount_kopecks), 'figure'],
        [t('admin-money.status'), state],
        [t('admin-money.payer'), <PayerLink key="payer" payer={payer} />],
        [t('admin-money.what'), t(`admin-money.kind.${kind}`)],
        [t('admin-money.method'), auto === 1 ? `${way} · ${t('admin-money.auto')}` : way],
        [t('admin-money.created'), <Time key="created" at={created} />],
        [t('admin-money.period'), paidFor],
        [t('admin-money.receipt'), <ReceiptText key="receipt" receipt={receipt} />],
        [t('admin-money.provider'), payment.provider],
        [t('admin-money.provider.id'), payment.provider_id ?? '–'],
      ]}
    />
  );
}
