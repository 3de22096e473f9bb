import type { StaffPaymentDetails } from '@app/contract/money/staff-payments';
import { parseKopecks } from '@app/contract/platform/typed-sum';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { REFUND_REASON_MAX } from '#contract/money/payments';
import { staffPaymentsApi } from '#contract/money/staff-payments';
import { call } from '../../../platform/call.ts';
import { formatKopecks } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import styles from './admin-money.module.css';

interface StaffRefundProps {
  payment: StaffPaymentDetails;
  onClose: () => void;
}

/** Refunds a payment fully or partly, and shows beforehand what is withdrawn with the money. */
export function StaffRefundDialog({ payment: { id, kind, left_kopecks }, onClose }: StaffRefundProps) {
  const t = useText('admin-money', 'errors');
  const lang = useLanguage();
  const [key] = useState(randomKey);
  const left = t('admin-money.refund.left', { sum: formatKopecks(lang, left_kopecks) });
  const form = useStaffForm({
    initial: { amount_kopecks: String(left_kopecks / 100), reason: '', isKept: false },
    check: ({ amount_kopecks, reason }) => ({
      amount_kopecks: (parseKopecks(amount_kopecks) ?? Number.POSITIVE_INFINITY) > left_kopecks && left,
      reason: reason.trim() === '' && t('errors.field.required'),
    }),
    send: async ({ reason, isKept }) => {
      await call(staffPaymentsApi.refund, {
        params: { id },
        body: { reason, left_kopecks, amount_kopecks: kopecks, ...(isKept && !isWhole && { keep_time: 1 as const }) },
        idempotencyKey: key,
      });
      return t('admin-money.refund.done');
    },
    onClose,
  });
  const { values: draft, errors, change, field } = form;
  const kopecks = parseKopecks(draft.amount_kopecks);
  const isWhole = kopecks === left_kopecks;
  return (
    <StaffDialog
      title={t('admin-money.refund.title', { id })}
      verb={t('admin-money.refund.verb')}
      form={form}
      onClose={onClose}
    >
      <MoneyField
        label={t('admin-money.refund.amount')}
        value={draft.amount_kopecks}
        onChange={(typed) => change({ amount_kopecks: typed })}
        error={errors.amount_kopecks}
        hasKopecks
        data-first
        description={left}
      />
      <Textarea {...field('reason', t('admin-money.refund.reason'))} rows={3} maxLength={REFUND_REASON_MAX} />
      {kind === 'subscription' && !isWhole && (
        <div className={styles.choices}>
          <label>
            <input
              type="checkbox"
              checked={draft.isKept}
              onChange={(event) => change({ isKept: event.currentTarget.checked })}
            />
            {t('admin-money.refund.keep')}
          </label>
        </div>
      )}
      <p className={styles.note} role="status">
        {kind === 'topup' && t('admin-money.refund.topup')}
        {kind === 'subscription' &&
          t(
            isWhole ? 'admin-money.refund.whole' : draft.isKept ? 'admin-money.refund.kept' : 'admin-money.refund.part',
          )}
      </p>
    </StaffDialog>
  );
}
