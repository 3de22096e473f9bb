import type { StaffPayer } from '@app/contract/money/staff-payments';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { staffPaymentsApi } from '#contract/money/staff-payments';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import { Lines } from '../table/cells.tsx';
import styles from './admin-money.module.css';
import { payerName } from './payer.tsx';

/** Finds a user's balance by name or login, for users without payments. */
export function FindPayerDialog({ onClose }: { onClose: () => void }) {
  const t = useText('admin-money');
  const [found, setFound] = useState<readonly StaffPayer[] | null>(null);
  const form = useStaffForm({
    initial: { q: '' },
    send: async ({ q }) => {
      if (q.trim() !== '') setFound((await call(staffPaymentsApi.payers, { query: { q: q.trim() } })).list);
      return false;
    },
  });
  return (
    <StaffDialog title={t('admin-money.find')} verb={t('admin-money.find.open')} form={form} onClose={onClose}>
      <TextInput {...form.field('q', t('admin-money.search'))} data-first maxLength={100} />
      {found !== null && (
        <div role="status">
          {found.length === 0 ? (
            <p className="dim">{t('admin-money.find.none')}</p>
          ) : (
            <ul className={styles.found}>
              {found.map((payer) => (
                <li key={payer.id}>
                  <Lines to={`/admin/payers/${payer.id}`}>
                    {payerName(payer)}
                    <small>{[payer.login, payer.email].filter(Boolean).join(' · ')}</small>
                  </Lines>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </StaffDialog>
  );
}
