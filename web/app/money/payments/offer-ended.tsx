import type { SubscriptionOffer } from '@app/contract/money/payments';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import styles from './offer.module.css';

/** Tells who had a subscription before when it ended. */
export function OfferEnded({ offer }: { offer: SubscriptionOffer | null }) {
  const t = useText('payments');
  return offer?.ended ? <p className={styles.paid}>{t('payments.ended', { date: formatDate(offer.ended) })}</p> : null;
}
