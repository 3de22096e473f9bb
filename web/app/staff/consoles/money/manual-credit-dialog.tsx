import type { ManualCreditKind } from '@app/contract/money/payments';
import type { StaffPayer } from '@app/contract/money/staff-payments';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MANUAL_CREDIT_KINDS } from '#contract/money/payments';
import { MANUAL_CREDIT_MAX, MANUAL_CREDIT_REASON_MAX, staffPaymentsApi } from '#contract/money/staff-payments';
import { call } from '../../../platform/call.ts';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import styles from './admin-money.module.css';
import { payerName } from './payer.tsx';

export function ManualCreditDialog({ payer, onClose }: { payer: StaffPayer; onClose: () => void }) {
  const t = useText('admin-money', 'errors');
  const lang = useLanguage();
  const [key] = useState(randomKey);
  const limitOf = (what: ManualCreditKind): string =>
    t('admin-money.gift.limit', { max: formatNumber(lang, MANUAL_CREDIT_MAX[what]) });
  const amountOf = (typed: string): number => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0);
  const form = useStaffForm({
    initial: { what: 'days' as ManualCreditKind, amount: '', reason: '' },
    check: ({ what, amount, reason }) => ({
      amount: (amountOf(amount) < 1 || amountOf(amount) > MANUAL_CREDIT_MAX[what]) && limitOf(what),
      reason: reason.trim() === '' && t('errors.field.required'),
    }),
    send: async ({ what, amount, reason }) => {
      await call(staffPaymentsApi.addManualCredit, {
        params: { user_id: payer.id },
        body: { what, amount: amountOf(amount), reason },
        idempotencyKey: key,
      });
      return t('admin-money.gift.done');
    },
    onClose,
  });
  const { values: draft, change, field } = form;
  return (
    <StaffDialog
      title={t('admin-money.gift.title', { name: payerName(payer) })}
      verb={t('admin-money.gift.open')}
      form={form}
      onClose={onClose}
    >
      <fieldset className={styles.choices}>
        <legend>{t('admin-money.gift.what')}</legend>
        {MANUAL_CREDIT_KINDS.map((kind) => (
          <label key={kind}>
            <input type="radio" name="what" checked={draft.what === kind} onChange={() => change({ what: kind })} />
            {t(`admin-money.gift.${kind}`)}
          </label>
        ))}
      </fieldset>
      <TextInput
        {...field('amount', t('admin-money.gift.amount'))}
        description={limitOf(draft.what)}
        inputMode="numeric"
      />
      <Textarea {...field('reason', t('admin-money.gift.reason'))} rows={3} maxLength={MANUAL_CREDIT_REASON_MAX} />
    </StaffDialog>
  );
}
