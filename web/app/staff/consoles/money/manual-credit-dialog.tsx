import { Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { ManualCreditKind } from '@app/contract/money/payments';
import type { StaffPayer } from '@app/contract/money/staff-payments';
import { useState } from 'react';
import { MANUAL_CREDIT_KINDS } from '#contract/money/payments';
import { MANUAL_CREDIT_MAX, MANUAL_CREDIT_REASON_MAX, staffPaymentsApi } from '#contract/money/staff-payments';
import { call } from '../../../platform/call.ts';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './admin-money.module.css';
import { payerName } from './payer-name.ts';

interface ManualCreditDialogProps {
  payer: StaffPayer;
  onGiven: () => void;
  onClose: () => void;
}

export function ManualCreditDialog({ payer, onGiven, onClose }: ManualCreditDialogProps) {
  const t = useText('admin-money', 'errors');
  const lang = useLanguage();
  const [what, setWhat] = useState<ManualCreditKind>('days');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const [key] = useState(randomKey);
  const { isSending, submit, errors, clear } = useStaffSubmit();
  const amount = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0;
  const isWrong = amount < 1 || amount > MANUAL_CREDIT_MAX[what];
  const limit = t('admin-money.gift.limit', { max: formatNumber(lang, MANUAL_CREDIT_MAX[what]) });

  function send(): void {
    setTried(true);
    if (isWrong || reason.trim() === '') return;
    void submit(async () => {
      await call(staffPaymentsApi.addManualCredit, {
        params: { user_id: payer.id },
        body: { what, amount, reason },
        idempotencyKey: key,
      });
      toast.success(t('admin-money.gift.done'));
      onGiven();
      onClose();
    });
  }

  return (
    <Dialog title={t('admin-money.gift.title', { name: payerName(payer) })} onClose={onClose}>
      <AdminForm verb={t('admin-money.gift.open')} isSending={isSending} onSubmit={send}>
        <fieldset className={styles.choices}>
          <legend>{t('admin-money.gift.what')}</legend>
          {MANUAL_CREDIT_KINDS.map((kind) => (
            <label key={kind}>
              <input type="radio" name="what" checked={what === kind} onChange={() => setWhat(kind)} />
              {t(`admin-money.gift.${kind}`)}
            </label>
          ))}
        </fieldset>
        <TextInput
          label={t('admin-money.gift.amount')}
          description={limit}
          inputMode="numeric"
          value={typed}
          error={(isTried && isWrong && limit) || errors.amount}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            clear('amount');
          }}
        />
        <Textarea
          label={t('admin-money.gift.reason')}
          rows={3}
          maxLength={MANUAL_CREDIT_REASON_MAX}
          value={reason}
          error={(isTried && reason.trim() === '' && t('errors.field.required')) || errors.reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            clear('reason');
          }}
        />
      </AdminForm>
    </Dialog>
  );
}
