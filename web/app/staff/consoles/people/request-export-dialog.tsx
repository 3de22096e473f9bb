import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { UserState } from '#contract/people/users';
import { APPROVAL_HOURS, approvalsApi } from '#contract/staff/staff';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './people.module.css';
import { ReasonField } from './reason-field.tsx';

interface RequestExportDialogProps {
  request:
    | { kind: 'export_people'; search: string; state: UserState | undefined }
    | { kind: 'export_user'; user_id: number };
  onClose: () => void;
}

/** Requests another staff member's approval for an export of personal data. */
export function RequestExportDialog({ request, onClose }: RequestExportDialogProps) {
  const t = useText('admin-people', 'admin');
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const { isSending, submit, errors, clear } = useStaffSubmit();
  const send = (): Promise<void> =>
    submit(async () => {
      const { state } = await call(approvalsApi.request, { body: { ...request, reason } });
      // A sole staff member needs no approval by another person.
      toast.success(t(state === 'open' ? 'admin-people.asked' : 'admin-people.approved'));
      void navigate('/admin/approvals');
    });
  return (
    <Dialog title={t(`admin-people.ask.${request.kind}`)} onClose={onClose}>
      <AdminForm verb={t('admin-people.ask.verb')} isSending={isSending} onSubmit={() => void send()}>
        <p className={styles.hint}>{t('admin-people.ask.text', { hours: APPROVAL_HOURS })}</p>
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
