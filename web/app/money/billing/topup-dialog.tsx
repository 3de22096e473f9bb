import { IconLock } from 'virtual:icons';
import type { PaymentMethod, SubscriptionOffer } from '@app/contract/money/payments';
import { parseRoubles } from '@app/contract/platform/typed-sum';
import { type FormEvent, useId, useState } from 'react';
import { paymentsApi, TOPUP_MAX_ROUBLES, TOPUP_MIN_ROUBLES } from '#contract/money/payments';
import { call } from '../../platform/call.ts';
import { formatPrice } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useMoneyInput } from '../../ui/form/use-money-input.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import offerStyles from '../payments/offer.module.css';
import { OfferWaiting, PayWindow } from '../payments/pay-window.tsx';
import { PaymentMethods } from '../payments/payment-methods.tsx';
import { useOffer } from '../payments/use-offer.ts';
import { usePay } from '../payments/use-pay.ts';
import styles from './money.module.css';

const AMOUNTS = [100, 300, 500, 1000] as const;

export function TopupDialog({ onClose }: { onClose: () => void }) {
  const t = useText('money');
  const titleId = useId();
  const { offer, hasFailed, load } = useOffer();
  return (
    <PayWindow titleId={titleId} onClose={onClose}>
      {(decline) => (
        <div className={offerStyles.body}>
          <h2 id={titleId} className={styles.dialogTitle}>
            {t('money.topup.title')}
          </h2>
          {offer ? (
            <TopupForm offer={offer} onDecline={decline} />
          ) : (
            <OfferWaiting hasFailed={hasFailed} onRetry={load} onDecline={decline} />
          )}
        </div>
      )}
    </PayWindow>
  );
}

/** Null when the amount cannot be paid. */
function parseAmount(typed: string): number | null {
  const amount = parseRoubles(typed) ?? 0;
  return amount >= TOPUP_MIN_ROUBLES && amount <= TOPUP_MAX_ROUBLES ? amount : null;
}

export function TopupForm({ offer, onDecline }: { offer: SubscriptionOffer; onDecline: () => void }) {
  const t = useText('money', 'payments');
  const lang = useLanguage();
  const id = useId();
  const [typed, setTyped] = useState<string>(String(AMOUNTS[1]));
  const [isWrong, setWrong] = useState(false);
  const [method, setMethod] = useState<PaymentMethod | undefined>(
    () => offer.methods.find(({ enabled }) => enabled === 1)?.method,
  );
  const { isSending, pay } = usePay();
  const { input, note } = useMoneyInput({ value: typed, onChange: choose });
  const amount = parseAmount(typed);

  function choose(value: string): void {
    setTyped(value);
    setWrong(false);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setWrong(amount === null);
    if (amount === null) input.ref.current?.focus();
    else pay(() => call(paymentsApi.topup, { body: { amount, method } }));
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <label className={styles.label}>
        {t('money.topup.amount')}
        <input
          {...input}
          className={styles.amount}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-limits`}
          onBlur={() => {
            input.onBlur();
            setWrong(typed !== '' && amount === null);
          }}
        />
      </label>
      <p id={`${id}-limits`} className={isWrong ? styles.problem : styles.hint}>
        {t(isWrong ? 'money.topup.wrong' : 'money.topup.limits', {
          min: formatPrice(lang, TOPUP_MIN_ROUBLES),
          max: formatPrice(lang, TOPUP_MAX_ROUBLES),
        })}
      </p>
      {note && (
        <p role="status" className={styles.hint}>
          {note}
        </p>
      )}
      <div className={styles.amounts}>
        {AMOUNTS.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.chip}
            aria-pressed={amount === one}
            onClick={() => choose(String(one))}
          >
            {formatPrice(lang, one)}
          </button>
        ))}
      </div>
      <PaymentMethods methods={offer.methods} value={method} onChange={setMethod} />
      <div className={offerStyles.actions}>
        <button type="submit" className={`${button('primary')} ${offerStyles.pay}`} aria-busy={isSending}>
          <IconLock size={18} stroke={ICON_STROKE} aria-hidden="true" />
          {amount === null ? t('money.topup.pay') : t('payments.modal.pay', { price: formatPrice(lang, amount) })}
        </button>
        <button type="button" className={`${button('plain')} ${offerStyles.pay}`} onClick={onDecline}>
          {t('frame.cancel')}
        </button>
      </div>
      <p className={offerStyles.note}>
        {t('payments.modal.note')}. {t('payments.modal.receipt')}
      </p>
    </form>
  );
}
