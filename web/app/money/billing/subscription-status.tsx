import type { Subscription } from '@app/contract/money/payments';
import { Link } from 'react-router';
import { SUBSCRIPTION_MONTHS } from '#contract/money/payments';
import { formatDate, formatKopecks } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { OfferHeader } from '../payments/offer-header.tsx';
import { OfferPerks } from '../payments/offer-perks.tsx';
import styles from './money.module.css';

interface SubscriptionStatusProps {
  subscription: Subscription;
  userId: number;
  daysLeft: number;
}

export function SubscriptionStatus({ subscription, userId, daysLeft }: SubscriptionStatusProps) {
  const t = useText('money', 'payments');
  const lang = useLanguage();
  const { state, until, grace_until, price_kopecks, next_charge } = subscription;
  const price = formatKopecks(lang, price_kopecks);
  const perMonth = formatKopecks(lang, Math.round(price_kopecks / SUBSCRIPTION_MONTHS));
  const ended = until ? formatDate(until) : '';
  const header = {
    none: { price, note: t('payments.modal.inYear', { price: perMonth }) },
    active: { price: t('money.until', { date: ended }), note: t('money.left', { days: daysLeft }) },
    grace: { price: ended, note: t('money.ended') },
    expired: { price: ended, note: t('money.ended') },
  }[state];
  return (
    <section className={styles.standing}>
      <OfferHeader title={<h2>{t(`money.state.${state}`)}</h2>} price={header.price} note={header.note} />
      <div className={styles.standingBody}>
        {state === 'none' && <OfferPerks />}
        {state === 'active' && <p>{t(next_charge ? 'money.active.renews' : 'money.active.text')}</p>}
        {state === 'grace' && grace_until && (
          <p className={styles.warning}>{t('money.grace.text', { date: formatDate(grace_until) })}</p>
        )}
        {state === 'expired' && <p>{t('money.expired.text')}</p>}
        {(state !== 'active' || next_charge === null) && (
          <Link to={`/subscribe/pay/${userId}`} className={button(state === 'active' ? 'plain' : 'primary')}>
            {t(state === 'none' ? 'money.buy' : 'money.renew', { price })}
          </Link>
        )}
      </div>
    </section>
  );
}
