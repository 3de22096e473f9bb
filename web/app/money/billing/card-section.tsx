import { IconCreditCard } from 'virtual:icons';
import type { Subscription } from '@app/contract/money/payments';
import { useRef } from 'react';
import { paymentsApi } from '#contract/money/payments';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast/toast.ts';
import styles from './money.module.css';

interface CardProps {
  title: string;
  onChange: (subscription: Subscription) => void;
}

export function CardSection({ title, onChange }: CardProps) {
  const t = useText('money');
  const dialog = useRef<HTMLDialogElement>(null);
  const { isSending, submit } = useSubmit();

  function remove(): void {
    void submit(async () => {
      const subscription = await call(paymentsApi.removeMethod);
      dialog.current?.close();
      toast.success(t('money.card.removed'));
      onChange(subscription);
    });
  }

  return (
    <Section isLoose icon={IconCreditCard} title={t('money.card.title')}>
      <p className={styles.card}>{title}</p>
      <p className={styles.text}>{t('money.card.text')}</p>
      <button type="button" className={button('plain')} onClick={() => dialog.current?.showModal()}>
        {t('money.card.remove')}
      </button>
      <ConfirmDialog
        ref={dialog}
        question={t('money.card.question', { card: title })}
        verb={t('money.card.verb')}
        isBusy={isSending}
        onConfirm={remove}
      >
        {t('money.card.after')}
      </ConfirmDialog>
    </Section>
  );
}
