import type { Account } from '@app/contract/staff/staff';
import { useState } from 'react';
import { usersApi } from '#contract/people/users';
import { call } from '../../../platform/call.ts';
import { formatDate } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './people.module.css';
import { personName } from './person-name.ts';
import { ReasonField } from './reason-field.tsx';

interface EraseDialogProps {
  account: Account;
  onClose: () => void;
  onSaved: (message: string) => void;
}

/** Requests the permanent erasure of a suspended user, which another staff member approves. */
export function EraseDialog({ account: { user, erasable_from }, onClose, onSaved }: EraseDialogProps) {
  const t = useText('admin-people');
  const [reason, setReason] = useState('');
  const { isSending, submit, errors, clear } = useStaffSubmit();
  const send = (): Promise<void> =>
    submit(async () => {
      const { approval_id } = await call(usersApi.erase, { params: { id: user.id }, body: { reason } });
      onSaved(t(approval_id === undefined ? 'admin-people.erased' : 'admin-people.asked'));
    });
  return (
    <Dialog title={t('admin-people.erase.question', { name: personName(user) })} onClose={onClose}>
      <AdminForm verb={t('admin-people.erase')} isSending={isSending} onSubmit={() => void send()}>
        <p className={styles.hint}>{t('admin-people.erase.text')}</p>
        {erasable_from && (
          <p className={styles.hint}>{t('admin-people.erase.from', { when: formatDate(erasable_from) })}</p>
        )}
        <ReasonField
          value={reason}
          error={errors.reason}
          onChange={(text) => {
            setReason(text);
            clear('reason');
          }}
        />
      </AdminForm>
    </Dialog>
  );
}
