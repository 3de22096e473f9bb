import type { PaymentMethod, SubscriptionOffer } from '@app/contract/payments';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { paymentsApi } from '#contract/payments';
import { call } from '../platform/call.ts';
import { formatKopecks } from '../platform/format.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import { button } from '../ui/button.ts';
import { ICON_STROKE } from '../ui/icon.ts';
import { useSubmit } from '../ui/use-submit.ts';
import styles from './offer.module.css';
import { PaymentMethods } from './payment-methods.tsx';

/** Choose how to pay and go to the provider's page. Renewal by itself is asked for only where it can work, and never ticked. */
export function PayForm({ offer, onDecline }: { offer: SubscriptionOffer; onDecline: () => void }) {
  const t = useText('payments');
  const lang = useLanguage();
  const [method, setMethod] = useState<PaymentMethod | undefined>(
    () => offer.methods.find(({ enabled }) => enabled === 1)?.method,
  );
  const [autopay, setAutopay] = useState(false);
  const { isSending, submit } = useSubmit();
  const canRenew = offer.methods.some((one) => one.method === method && one.autopay === 1);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit(async () => {
      const address = await call(paymentsApi.pay, { body: { method, autopay: canRenew && autopay } });
      window.location.assign(address);
    });
  }

  return (
    <form onSubmit={handleSubmit}>
      <PaymentMethods methods={offer.methods} value={method} onChange={setMethod} />
      {canRenew && (
        <label className={styles.autopay}>
          <input type="checkbox" checked={autopay} onChange={(event) => setAutopay(event.target.checked)} />
          {t('payments.modal.autopay')}
        </label>
      )}
      <div className={styles.actions}>
        <button type="submit" className={`${button('primary')} ${styles.pay}`} aria-busy={isSending}>
          <IconLock size={18} stroke={ICON_STROKE} aria-hidden="true" />
          {t('payments.modal.pay', { price: formatKopecks(lang, offer.price_kopecks) })}
        </button>
        <button type="button" className={`${button('plain')} ${styles.pay}`} onClick={onDecline}>
          {t('payments.modal.decline')}
        </button>
      </div>
      <p className={styles.note}>{t('payments.modal.note')}</p>
    </form>
  );
}
