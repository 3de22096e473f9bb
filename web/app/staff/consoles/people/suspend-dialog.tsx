import type { User } from '@app/contract/people/users';
import { NumberInput, Textarea } from '@mantine/core';
import { staffApi } from '#contract/staff/staff';
import { SANCTION_DAYS_MAX } from '#contract/trust/sanctions';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import styles from './people.module.css';
import { personName } from './person-draft.ts';

const REASON_MAX = 1000;

/** Suspends a user for some days or without a limit. The user is notified if a reason is given. */
export function SuspendDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText('admin-people');
  const form = useStaffForm({
    initial: { reason: '', days: '' as number | '' },
    send: async ({ reason, days }) => {
      const { left } = await call(staffApi.suspend, {
        body: { ids: [user.id], reason, ...(reason.trim() !== '' && days !== '' && { days }) },
      });
      if (left.length === 0) return t('admin-people.suspended', { count: 1 });
      toast.error(t('admin-people.suspend.left', { count: left.length }));
      return false;
    },
    onClose,
  });
  const { values: draft, change, field, errors } = form;
  return (
    <StaffDialog
      title={t('admin-people.suspend.question', { name: personName(user) })}
      verb={t('admin-people.suspend')}
      form={form}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('admin-people.suspend.text')}</p>
      <Textarea {...field('reason', t('admin-people.suspend.reason'))} data-first minRows={3} maxLength={REASON_MAX} />
      <NumberInput
        label={t('admin-people.suspend.days')}
        description={t('admin-people.suspend.daysHint')}
        disabled={draft.reason.trim() === ''}
        min={1}
        max={SANCTION_DAYS_MAX}
        allowDecimal={false}
        hideControls
        value={draft.days}
        error={errors.days}
        onChange={(value) => change({ days: typeof value === 'number' ? value : '' })}
      />
    </StaffDialog>
  );
}
