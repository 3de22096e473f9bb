import { useId, useState } from 'react';
import { paymentsApi, REFUND_REASON_MAX } from '#contract/money/payments';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatKopecks } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { randomKey } from '../../platform/random-key.ts';
import { Dialog, DialogForm, DialogText } from '../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
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
  const [reason, setReason] = useState('');
  const [key] = useState(randomKey);
  const [problem, setProblem] = useState<string>();
  const { isSending, submit } = useSubmit({
    // The server's message contains the reason given by staff.
    onError: (error) => {
      const message = isApiError(error) ? error.body.fields?.reason : undefined;
      setProblem(message);
      return message !== undefined;
    },
  });

  function send(): void {
    const text = reason.trim();
    void submit(async () => {
      await call(paymentsApi.refund, {
        params: { id: paymentId },
        body: text === '' ? {} : { reason: text },
        idempotencyKey: key,
      });
      onClose();
      toast.success(t('money.refund.done'));
      onRefunded();
    });
  }

  return (
    <Dialog title={t('money.refund.question', { amount: formatKopecks(lang, kopecks) })} onClose={onClose}>
      <DialogText>{t(`money.refund.${kind}`)}</DialogText>
      <DialogForm verb={t('money.refund.verb')} tone="danger" isSending={isSending} onSubmit={send}>
        <label className={styles.label}>
          {t('money.refund.reason')}
          <textarea
            className={styles.field}
            rows={2}
            maxLength={REFUND_REASON_MAX}
            value={reason}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
        {problem !== undefined && (
          <p id={`${id}-problem`} className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </DialogForm>
    </Dialog>
  );
}
