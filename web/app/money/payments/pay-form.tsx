import { IconLock } from 'virtual:icons';
import type { PaymentMethod, SubscriptionOffer } from '@app/contract/money/payments';
import { type FormEvent, useId, useState } from 'react';
import { CHARGE_DAYS_BEFORE, paymentsApi } from '#contract/money/payments';
import { call } from '../../platform/call.ts';
import { formatKopecks } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './offer.module.css';
import { PaymentMethods } from './payment-methods.tsx';
import { usePay } from './use-pay.ts';

interface PayFormProps {
  offer: SubscriptionOffer;
  /** The page that needs the subscription. */
  returnTo?: string | null;
  onDecline: () => void;
}

/**
 * Choice of the payment method, then a redirect to the provider's page. Automatic renewal is offered only for methods
 * that support it and is never preselected.
 */
export function PayForm({ offer, returnTo = null, onDecline }: PayFormProps) {
  const t = useText('payments');
  const lang = useLanguage();
  const hintId = useId();
  const [method, setMethod] = useState<PaymentMethod | undefined>(
    () => offer.methods.find(({ enabled }) => enabled === 1)?.method,
  );
  const [autopay, setAutopay] = useState(false);
  const { isSending, pay } = usePay();
  const canRenew = offer.methods.some((one) => one.method === method && one.autopay === 1);
  const price = formatKopecks(lang, offer.price_kopecks);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    pay(() => call(paymentsApi.pay, { body: { method, autopay: canRenew && autopay } }), returnTo);
  }

  return (
    <form onSubmit={handleSubmit}>
      <PaymentMethods methods={offer.methods} value={method} onChange={setMethod} />
      {canRenew && (
        <>
          <label className={styles.autopay}>
            <input
              type="checkbox"
              checked={autopay}
              aria-describedby={hintId}
              onChange={(event) => setAutopay(event.target.checked)}
            />
            {t('payments.modal.autopay')}
          </label>
          <p id={hintId} className={styles.autopayHint}>
            {t('payments.modal.autopayHint', { price, days: CHARGE_DAYS_BEFORE })}
          </p>
        </>
      )}
      <div className={styles.actions}>
        <button type="submit" className={`${button('primary')} ${styles.pay}`} aria-busy={isSending}>
          <IconLock size={18} stroke={ICON_STROKE} aria-hidden="true" />
          {t(offer.ended ? 'payments.modal.renew' : 'payments.modal.pay', { price })}
        </button>
        <button type="button" className={`${button('plain')} ${styles.pay}`} onClick={onDecline}>
          {t('payments.modal.decline')}
        </button>
      </div>
      <p className={styles.note}>
        {t('payments.modal.note')}. {t('payments.modal.receipt')}
      </p>
    </form>
  );
}
