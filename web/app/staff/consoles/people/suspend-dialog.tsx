import { NumberInput, Textarea } from '@mantine/core';
import '@mantine/core/styles/NumberInput.css';
import type { User } from '@app/contract/people/users';
import { useState } from 'react';
import { staffApi } from '#contract/staff/staff';
import { SANCTION_DAYS_MAX } from '#contract/trust/sanctions';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './people.module.css';
import { personName } from './person-name.ts';

interface SuspendDialogProps {
  user: User;
  onClose: () => void;
  onSaved: (message: string) => void;
}

const REASON_MAX = 1000;

/** Suspends a user for some days or without a limit. The user is notified if a reason is given. */
export function SuspendDialog({ user, onClose, onSaved }: SuspendDialogProps) {
  const t = useText('admin-people');
  const [reason, setReason] = useState('');
  const [days, setDays] = useState<number | undefined>();
  const { isSending, submit, errors } = useStaffSubmit();
  const send = (): Promise<void> =>
    submit(async () => {
      const { left } = await call(staffApi.suspend, {
        body: { ids: [user.id], reason, ...(reason.trim() !== '' && days !== undefined && { days }) },
      });
      if (left.length > 0) toast.error(t('admin-people.suspend.left', { count: left.length }));
      else onSaved(t('admin-people.suspended', { count: 1 }));
    });
  return (
    <Dialog title={t('admin-people.suspend.question', { name: personName(user) })} onClose={onClose}>
      <AdminForm verb={t('admin-people.suspend')} isSending={isSending} onSubmit={() => void send()}>
        <p className={styles.hint}>{t('admin-people.suspend.text')}</p>
        <Textarea
          data-first
          label={t('admin-people.suspend.reason')}
          autosize
          minRows={3}
          maxLength={REASON_MAX}
          value={reason}
          error={errors.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <NumberInput
          label={t('admin-people.suspend.days')}
          description={t('admin-people.suspend.daysHint')}
          disabled={reason.trim() === ''}
          min={1}
          max={SANCTION_DAYS_MAX}
          allowDecimal={false}
          hideControls
          value={days ?? ''}
          error={errors.days}
          onChange={(value) => setDays(typeof value === 'number' ? value : undefined)}
        />
      </AdminForm>
    </Dialog>
  );
}
