import { IconRefresh } from 'virtual:icons';
import type { Subscription } from '@app/contract/money/payments';
import { CHARGE_DAYS_BEFORE, CHARGE_NOTICE_DAYS, paymentsApi } from '#contract/money/payments';
import { call } from '../../platform/call.ts';
import { formatDate, formatKopecks } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast/toast.ts';
import styles from './money.module.css';

interface AutopayProps {
  subscription: Subscription;
  onChange: (subscription: Subscription) => void;
}

export function AutopaySection({ subscription, onChange }: AutopayProps) {
  const t = useText('money');
  const lang = useLanguage();
  const { isSending, submit } = useSubmit();
  const { state, autopay, method, next_charge, price_kopecks } = subscription;
  const isOn = autopay === 1;
  // After the end of the subscription there is nothing to renew automatically; the next year is paid manually.
  const card = state === 'active' ? method : null;

  async function set(isWanted: boolean): Promise<void> {
    await submit(async () => {
      onChange(await call(paymentsApi.setAutopay, { body: { autopay: isWanted } }));
      if (isWanted) toast.success(t('money.autopay.started'));
      else
        toast.success(t('money.autopay.stopped'), {
          action: { label: t('money.autopay.undo'), onPress: () => void set(true) },
        });
    });
  }

  return (
    <Section
      isLoose
      icon={IconRefresh}
      title={t('money.autopay.title')}
      state={t(isOn ? 'money.autopay.on' : 'money.autopay.off')}
      isOn={isOn}
    >
      <Refused subscription={subscription} />
      {isOn && next_charge && (
        <dl className={styles.facts}>
          <div>
            <dt>{t('money.autopay.next')}</dt>
            <dd>
              <time dateTime={next_charge.at}>{formatDate(next_charge.at)}</time>
            </dd>
          </div>
          <div>
            <dt>{t('money.autopay.sum')}</dt>
            <dd>{formatKopecks(lang, next_charge.amount_kopecks)}</dd>
          </div>
        </dl>
      )}
      <p className={styles.text}>
        {isOn && t('money.autopay.notice', { first: CHARGE_NOTICE_DAYS[0], second: CHARGE_NOTICE_DAYS[1] })}
        {!isOn && !card && t('money.autopay.noCard')}
        {!isOn &&
          card &&
          t('money.autopay.offered', {
            card: card.title,
            price: formatKopecks(lang, price_kopecks),
            days: CHARGE_DAYS_BEFORE,
          })}
      </p>
      {(isOn || card) && (
        <button
          type="button"
          className={button(isOn ? 'outline' : 'plain')}
          aria-busy={isSending}
          onClick={() => void set(!isOn)}
        >
          {t(isOn ? 'money.autopay.stop' : 'money.autopay.start')}
        </button>
      )}
    </Section>
  );
}

function Refused({ subscription: { refused_charges, next_charge } }: { subscription: Subscription }) {
  const t = useText('money');
  if (refused_charges === 0) return null;
  return (
    <p className={styles.warning}>
      {next_charge ? t('money.autopay.refused', { date: formatDate(next_charge.at) }) : t('money.autopay.refusedLast')}
    </p>
  );
}
