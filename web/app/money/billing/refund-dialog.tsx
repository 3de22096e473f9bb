import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { paymentsApi, REFUND_REASON_MAX } from '#contract/money/payments';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatKopecks } from '../../platform/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { randomKey } from '../../platform/random-key.ts';
import { button } from '../../ui/button.ts';
import frame from '../../ui/dialog.module.css';
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
  const dialog = useRef<HTMLDialogElement>(null);
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
  useEffect(() => dialog.current?.showModal(), []);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const text = reason.trim();
    void submit(async () => {
      await call(paymentsApi.refund, {
        params: { id: paymentId },
        body: text === '' ? {} : { reason: text },
        idempotencyKey: key,
      });
      dialog.current?.close();
      toast.success(t('money.refund.done'));
      onRefunded();
    });
  }

  return (
    <dialog ref={dialog} className={frame.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`} className={styles.dialogTitle}>
        {t('money.refund.question', { amount: formatKopecks(lang, kopecks) })}
      </h2>
      <p className={styles.text}>{t(`money.refund.${kind}`)}</p>
      <form className={styles.form} onSubmit={handleSubmit}>
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
        <div className={styles.dialogActions}>
          <button type="button" className={button('plain')} onClick={() => dialog.current?.close()}>
            {t('frame.cancel')}
          </button>
          <button type="submit" className={button('danger')} aria-busy={isSending}>
            {t('money.refund.verb')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
