import type { SubscriptionOffer } from '@app/contract/payments';
import { useEffect, useId, useRef, useState } from 'react';
import { SUBSCRIPTION_PRICE_KOPECKS } from '#contract/money';
import { paymentsApi, SUBSCRIPTION_MONTHS } from '#contract/payments';
import { isApiError } from '../platform/api-error.ts';
import { call } from '../platform/call.ts';
import { formatKopecks } from '../platform/format.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import { button } from '../ui/button.ts';
import styles from './offer.module.css';
import { OfferHead } from './offer-head.tsx';
import { OfferPerks } from './offer-perks.tsx';
import { PayForm } from './pay-form.tsx';

/** The offer over the current page, which does not scroll under it. Esc declines. */
export function SubscribeModal({ onClose }: { onClose: () => void }) {
  const t = useText('payments');
  const lang = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { offer, hasFailed, load } = useOffer();
  useEffect(() => {
    // The scrollbar goes with the scrolling; its width stays, so that nothing jumps.
    const { style, clientWidth } = document.documentElement;
    style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`);
    dialog.current?.showModal();
    return () => void style.removeProperty('--scrollbar');
  }, []);

  const perMonth = formatKopecks(lang, Math.round(SUBSCRIPTION_PRICE_KOPECKS / SUBSCRIPTION_MONTHS));
  const decline = (): void => dialog.current?.close();
  return (
    <dialog ref={dialog} className={styles.modal} aria-labelledby={titleId} onClose={onClose}>
      <OfferHead
        title={<h2 id={titleId}>{t('payments.modal.title')}</h2>}
        price={formatKopecks(lang, SUBSCRIPTION_PRICE_KOPECKS)}
        note={t('payments.modal.inYear', { price: perMonth })}
      />
      <div className={styles.body}>
        <OfferPerks />
        {offer ? (
          <PayForm offer={offer} onDecline={decline} />
        ) : (
          <div className={styles.waiting} role="status">
            {hasFailed ? (
              <>
                <p>{t('payments.modal.offerFailed')}</p>
                <div className={styles.actions}>
                  <button type="button" className={button('primary')} onClick={load}>
                    {t('payments.modal.offerRetry')}
                  </button>
                  <button type="button" className={button('plain')} onClick={decline}>
                    {t('payments.modal.decline')}
                  </button>
                </div>
              </>
            ) : (
              <span className="sr">{t('payments.modal.loading')}</span>
            )}
          </div>
        )}
      </div>
    </dialog>
  );
}

function useOffer(): { offer: SubscriptionOffer | null; hasFailed: boolean; load: () => void } {
  const [offer, setOffer] = useState<SubscriptionOffer | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt asks again
  useEffect(() => {
    const aborter = new AbortController();
    setFailed(false);
    call(paymentsApi.offer, { signal: aborter.signal }).then(setOffer, (error: unknown) => {
      if (isApiError(error)) setFailed(true);
    });
    return () => aborter.abort();
  }, [attempt]);
  return { offer, hasFailed, load: () => setAttempt((n) => n + 1) };
}
