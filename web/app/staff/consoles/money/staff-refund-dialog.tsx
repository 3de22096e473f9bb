import { Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { StaffPaymentDetails } from '@app/contract/money/staff-payments';
import { useState } from 'react';
import { REFUND_REASON_MAX } from '#contract/money/payments';
import { staffPaymentsApi } from '#contract/money/staff-payments';
import { call } from '../../../platform/call.ts';
import { formatKopecks } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './admin-money.module.css';
import { parseKopecks } from './parse-kopecks.ts';

interface StaffRefundProps {
  payment: StaffPaymentDetails;
  onRefunded: () => void;
  onClose: () => void;
}

/** Refunds a payment fully or partly, and shows beforehand what is withdrawn with the money. */
export function StaffRefundDialog({ payment, onRefunded, onClose }: StaffRefundProps) {
  const t = useText('admin-money', 'errors');
  const lang = useLanguage();
  const { id, kind, left_kopecks } = payment;
  const [roubles, setRoubles] = useState(String(left_kopecks / 100));
  const [reason, setReason] = useState('');
  const [isKept, setKept] = useState(false);
  const [key] = useState(randomKey);
  const { isSending, submit, errors, clear } = useStaffSubmit();
  const kopecks = parseKopecks(roubles);
  const isWhole = kopecks === left_kopecks;
  const [isTried, setTried] = useState(false);
  const isWrong = kopecks === undefined || kopecks > left_kopecks;
  const left = t('admin-money.refund.left', { sum: formatKopecks(lang, left_kopecks) });

  function send(): void {
    setTried(true);
    if (isWrong || reason.trim() === '') return;
    void submit(async () => {
      await call(staffPaymentsApi.refund, {
        params: { id },
        body: { reason, left_kopecks, amount_kopecks: kopecks, ...(isKept && !isWhole && { keep_time: 1 as const }) },
        idempotencyKey: key,
      });
      toast.success(t('admin-money.refund.done'));
      onRefunded();
      onClose();
    });
  }

  return (
    <Dialog title={t('admin-money.refund.title', { id })} onClose={onClose}>
      <AdminForm verb={t('admin-money.refund.verb')} isSending={isSending} onSubmit={send}>
        <TextInput
          data-first
          label={t('admin-money.refund.amount')}
          description={left}
          inputMode="decimal"
          value={roubles}
          error={(isTried && isWrong && left) || errors.amount_kopecks}
          onChange={(event) => {
            setRoubles(event.currentTarget.value);
            clear('amount_kopecks');
          }}
        />
        <Textarea
          label={t('admin-money.refund.reason')}
          rows={3}
          maxLength={REFUND_REASON_MAX}
          value={reason}
          error={(isTried && reason.trim() === '' && t('errors.field.required')) || errors.reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            clear('reason');
          }}
        />
        {kind === 'subscription' && !isWhole && (
          <div className={styles.choices}>
            <label>
              <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
              {t('admin-money.refund.keep')}
            </label>
          </div>
        )}
        <p className={styles.note} role="status">
          {kind === 'topup' && t('admin-money.refund.topup')}
          {kind === 'subscription' &&
            t(isWhole ? 'admin-money.refund.whole' : isKept ? 'admin-money.refund.kept' : 'admin-money.refund.part')}
        </p>
      </AdminForm>
    </Dialog>
  );
}
