import type { Receipt } from '@app/contract/money/payments';
import type { StaffPaymentDetails } from '@app/contract/money/staff-payments';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate, formatDateTime, formatKopecks } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import styles from './admin-money.module.css';
import { payerName } from './payer-name.ts';
import { PaymentState } from './payment-state.tsx';

export function DetailRow({
  name,
  isFigure = false,
  children,
}: {
  name: string;
  isFigure?: boolean;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isFigure ? styles.figure : undefined}>{children}</dd>
    </div>
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
  const { payer, kind, status, amount_kopecks, refunded_kopecks, method, auto, period, receipt } = payment;
  return (
    <dl className={styles.facts}>
      <DetailRow name={t('admin-money.amount')} isFigure>
        {formatKopecks(lang, amount_kopecks)}
      </DetailRow>
      <DetailRow name={t('admin-money.status')}>
        <PaymentState status={status} />
        {refunded_kopecks > 0 && <> {t('admin-money.back', { sum: formatKopecks(lang, refunded_kopecks) })}</>}
      </DetailRow>
      <DetailRow name={t('admin-money.payer')}>
        <Link to={`/admin/payers/${payer.id}`} className={styles.person}>
          {payerName(payer)}
          <small>{payer.email || payer.login}</small>
        </Link>
      </DetailRow>
      <DetailRow name={t('admin-money.what')}>{t(`admin-money.kind.${kind}`)}</DetailRow>
      <DetailRow name={t('admin-money.method')}>
        {method === null ? '–' : t(`payments.method.${method}`)}
        {auto === 1 && <> · {t('admin-money.auto')}</>}
      </DetailRow>
      <DetailRow name={t('admin-money.created')}>
        <time dateTime={payment.created}>{formatDateTime(payment.created)}</time>
      </DetailRow>
      {period && (
        <DetailRow name={t('admin-money.period')}>
          <span className={styles.two}>
            {formatDate(period.from)} – {formatDate(period.until)}
            <small>
              {period.used === null
                ? t('admin-money.period.unused')
                : t('admin-money.period.used', { date: formatDate(period.used) })}
            </small>
          </span>
        </DetailRow>
      )}
      <DetailRow name={t('admin-money.receipt')}>
        <ReceiptText receipt={receipt} />
      </DetailRow>
      <DetailRow name={t('admin-money.provider')}>{payment.provider}</DetailRow>
      <DetailRow name={t('admin-money.provider.id')}>{payment.provider_id ?? '–'}</DetailRow>
    </dl>
  );
}
