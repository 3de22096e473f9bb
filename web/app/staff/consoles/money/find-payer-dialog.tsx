import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { StaffPayer } from '@app/contract/money/staff-payments';
import { useState } from 'react';
import { Link } from 'react-router';
import { staffPaymentsApi } from '#contract/money/staff-payments';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './admin-money.module.css';
import { payerName } from './payer-name.ts';

/** Finds a user's balance by name or login, for users without payments. */
export function FindPayerDialog({ onClose }: { onClose: () => void }) {
  const t = useText('admin-money');
  const [terms, setTerms] = useState('');
  const [found, setFound] = useState<readonly StaffPayer[] | null>(null);
  const { isSending, submit } = useStaffSubmit();

  function find(): void {
    const q = terms.trim();
    if (q === '') return;
    void submit(async () => setFound((await call(staffPaymentsApi.payers, { query: { q } })).list));
  }

  return (
    <Dialog title={t('admin-money.find')} onClose={onClose}>
      <AdminForm verb={t('admin-money.find.open')} isSending={isSending} onSubmit={find}>
        <TextInput
          data-first
          label={t('admin-money.search')}
          maxLength={100}
          value={terms}
          onChange={(event) => setTerms(event.currentTarget.value)}
        />
        {found !== null && (
          <div role="status">
            {found.length === 0 ? (
              <p className={styles.empty}>{t('admin-money.find.none')}</p>
            ) : (
              <ul className={styles.found}>
                {found.map((payer) => (
                  <li key={payer.id}>
                    <Link to={`/admin/payers/${payer.id}`} className={styles.person}>
                      {payerName(payer)}
                      <small>{[payer.login, payer.email].filter(Boolean).join(' · ')}</small>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </AdminForm>
    </Dialog>
  );
}
