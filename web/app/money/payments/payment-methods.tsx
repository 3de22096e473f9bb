import type { PaymentMethod, SubscriptionOffer } from '@app/contract/money/payments';
import { useId } from 'react';
import { useText } from '../../platform/i18n.tsx';
import styles from './offer.module.css';

interface PaymentMethodsProps {
  methods: SubscriptionOffer['methods'];
  value: PaymentMethod | undefined;
  onChange: (method: PaymentMethod) => void;
}

export function PaymentMethods({ methods, value, onChange }: PaymentMethodsProps) {
  const t = useText('payments');
  const name = useId();
  const working = methods.filter(({ enabled }) => enabled === 1);
  const gone = methods.filter(({ enabled }) => enabled === 0);
  return (
    <fieldset className={styles.methods}>
      <legend>{t('payments.modal.method')}</legend>
      <div className={styles.cards}>
        {[...working, ...gone].map(({ method, enabled, reason }) => {
          const reasonId = `${name}-${method}`;
          return (
            <label key={method} className={styles.method}>
              <input
                type="radio"
                name={name}
                value={method}
                checked={method === value}
                disabled={enabled === 0}
                aria-describedby={reason ? reasonId : undefined}
                onChange={() => onChange(method)}
              />
              <span>
                {t(`payments.method.${method}`)}
                {reason && (
                  <small id={reasonId} className={styles.reason}>
                    {reason}
                  </small>
                )}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
