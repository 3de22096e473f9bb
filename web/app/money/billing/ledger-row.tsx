import {
  type Icon,
  IconArrowBackUp,
  IconBolt,
  IconGift,
  IconGiftOff,
  IconReceiptRefund,
  IconSparkles,
  IconWallet,
} from 'virtual:icons';
import type { LedgerEntry, LedgerKind, Receipt } from '@app/contract/money/payments';
import { Link } from 'react-router';
import { formatDateTime, formatKopecks } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { amountsOf, refundableOf, statusOf, titleOf } from './ledger-text.ts';
import styles from './money.module.css';
import type { Refundable } from './refund-dialog.tsx';

const ICONS: Readonly<Record<LedgerKind, Icon>> = {
  subscription: IconSparkles,
  topup: IconWallet,
  refund: IconReceiptRefund,
  refund_undone: IconArrowBackUp,
  promotion: IconBolt,
  returned: IconArrowBackUp,
  bonus: IconGift,
  bonus_taken: IconGiftOff,
  gift: IconGift,
};

interface LedgerRowProps {
  entry: LedgerEntry;
  onRefund: (payment: Refundable) => void;
}

export function LedgerRow({ entry, onRefund }: LedgerRowProps) {
  const t = useText('money', 'payments');
  const RowIcon = ICONS[entry.kind];
  const { created, payment, reason, ad, comment, receipt } = entry;
  const refundable = refundableOf(entry);
  const status = statusOf(entry);
  return (
    <article className={styles.row}>
      <span className={styles.icon} aria-hidden="true">
        <RowIcon size={22} stroke={ICON_STROKE} />
      </span>
      <h3 className={styles.name}>{t(`money.kind.${titleOf(entry)}`)}</h3>
      <Amounts entry={entry} />
      <div className={styles.details}>
        <p className={styles.meta}>
          <time dateTime={created}>{formatDateTime(created)}</time>
          {payment?.method && <span>{t(`payments.method.${payment.method}`)}</span>}
          {payment?.auto === 1 && <span>{t('money.auto')}</span>}
          {reason && <span>{t(`money.reason.${reason}`)}</span>}
        </p>
        {ad && (
          <p className={styles.comment}>
            {ad.id === null ? (
              ad.title
            ) : (
              <Link to={`/ad/${ad.id}`} className="link">
                {ad.title}
              </Link>
            )}
          </p>
        )}
        {comment && <p className={styles.comment}>{comment}</p>}
        <p className={styles.tools}>
          {status && (
            <span className={styles.pill} data-tone={status === 'refunded' ? undefined : 'gold'}>
              {t(`payments.history.status.${status}`)}
            </span>
          )}
          {receipt && <ReceiptLink receipt={receipt} />}
          {refundable && (
            <button type="button" className={styles.tool} onClick={() => onRefund(refundable)}>
              {t('money.refund.open')}
            </button>
          )}
        </p>
      </div>
    </article>
  );
}

function Amounts({ entry }: { entry: LedgerEntry }) {
  const t = useText('money');
  const lang = useLanguage();
  const { money, isBalance, points } = amountsOf(entry);
  return (
    <p className={styles.figures}>
      {money && (
        <span className={styles.figure} data-is-plus={money.sign === '+'}>
          {money.sign}
          {formatKopecks(lang, money.amount)}
          {isBalance && <small>{t('money.ofBalance')}</small>}
        </span>
      )}
      {entry.days > 0 && (
        <span className={styles.figure} data-is-plus>
          +{t('money.days', { count: entry.days })}
        </span>
      )}
      {points && (
        <span className={styles.figure} data-is-plus={points.sign === '+'}>
          {points.sign}
          {t('money.points', { count: points.amount })}
        </span>
      )}
    </p>
  );
}

function ReceiptLink({ receipt: { state, url, number } }: { receipt: Receipt }) {
  const t = useText('money');
  const text = number === null ? t('money.receipt') : t('money.receipt.number', { number });
  if (state !== 'succeeded') return <span className="small">{t(`money.receipt.${state}`)}</span>;
  if (url === null) return <span className="small">{text}</span>;
  return (
    <a href={url} className={styles.tool} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
