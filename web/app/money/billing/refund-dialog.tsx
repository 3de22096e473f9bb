import { useId, useState } from 'react';
import { paymentsApi, REFUND_REASON_MAX } from '#contract/money/payments';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatKopecks } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { randomKey } from '../../platform/random-key.ts';
import { Dialog, DialogForm, DialogText } from '../../ui/dialog/dialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './money.module.css';

export interface Refundable {
  paymentId: number;
  kind: 'subscription' | 'topup';
  kopecks: number;
}

interface RefundDialogProps {
  payment: Refundable;
  onRefunded: () => void;
  onClose: () => void;
}

/** Explains the consequences of a refund before it is requested. The reason is optional. */
export function RefundDialog({ payment: { paymentId, kind, kopecks }, onRefunded, onClose }: RefundDialogProps) {
  const t = useText('money');
  const lang = useLanguage();
  const id = useId();
  const [key] = useState(randomKey);
  const form = useForm({
    initial: { reason: '' },
    // The server's message contains the reason given by staff.
    onError: (error) => isApiError(error) && error.body.fields?.reason !== undefined,
    send: async ({ reason }) => {
      await call(paymentsApi.refund, {
        params: { id: paymentId },
        body: reason.trim() === '' ? {} : { reason: reason.trim() },
        idempotencyKey: key,
      });
      onClose();
      toast.success(t('money.refund.done'));
      onRefunded();
    },
  });
  const { reason: problem } = form.errors;
  return (
    <Dialog title={t('money.refund.question', { amount: formatKopecks(lang, kopecks) })} onClose={onClose}>
      <DialogText>{t(`money.refund.${kind}`)}</DialogText>
      <DialogForm
        ref={form.props.ref}
        verb={t('money.refund.verb')}
        tone="danger"
        isSending={form.isSending}
        onSubmit={form.props.onSubmit}
      >
        <label className={styles.label}>
          {t('money.refund.reason')}
          <textarea
            {...form.input('reason')}
            className={styles.field}
            rows={2}
            maxLength={REFUND_REASON_MAX}
            aria-describedby={problem && `${id}-problem`}
          />
        </label>
        {problem && (
          <p id={`${id}-problem`} className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </DialogForm>
    </Dialog>
  );
}
