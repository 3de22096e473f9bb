import { useId } from 'react';
import { SUBSCRIPTION_MONTHS } from '#contract/money/payments';
import { SUBSCRIPTION_PRICE_KOPECKS } from '#contract/platform/money';
import { formatKopecks } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import styles from './offer.module.css';
import { OfferEnded } from './offer-ended.tsx';
import { OfferHeader } from './offer-header.tsx';
import { OfferPerks } from './offer-perks.tsx';
import { PayForm } from './pay-form.tsx';
import { OfferWaiting, PayWindow } from './pay-window.tsx';
import { subscribePromptReturn } from './subscribe-prompt.ts';
import { useOffer } from './use-offer.ts';

export function SubscribeModal({ onClose }: { onClose: () => void }) {
  const t = useText('payments');
  const lang = useLanguage();
  const titleId = useId();
  const { offer, hasFailed, load } = useOffer();
  const perMonth = formatKopecks(lang, Math.round(SUBSCRIPTION_PRICE_KOPECKS / SUBSCRIPTION_MONTHS));
  return (
    <PayWindow titleId={titleId} onClose={onClose}>
      {(decline) => (
        <>
          <OfferHeader
            title={<h2 id={titleId}>{t('payments.modal.title')}</h2>}
            price={formatKopecks(lang, SUBSCRIPTION_PRICE_KOPECKS)}
            note={t('payments.modal.inYear', { price: perMonth })}
          />
          <div className={styles.body}>
            <OfferEnded offer={offer} />
            <OfferPerks />
            {offer ? (
              <PayForm offer={offer} returnTo={subscribePromptReturn()} onDecline={decline} />
            ) : (
              <OfferWaiting hasFailed={hasFailed} onRetry={load} onDecline={decline} />
            )}
          </div>
        </>
      )}
    </PayWindow>
  );
}
