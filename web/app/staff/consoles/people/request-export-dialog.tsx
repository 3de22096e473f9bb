import { useNavigate } from 'react-router';
import { REASON_MAX, type UserState } from '#contract/people/users';
import { APPROVAL_HOURS, approvalsApi } from '#contract/staff/staff';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { ReasonDialog } from '../frame/staff-form.tsx';
import styles from './people.module.css';

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
  const send = async (reason: string) => {
    const { state } = await call(approvalsApi.request, { body: { ...request, reason } });
    // A sole staff member needs no approval by another person.
    toast.success(t(state === 'open' ? 'admin-people.asked' : 'admin-people.approved'));
    void navigate('/admin/approvals');
    return false;
  };
  return (
    <ReasonDialog
      title={t(`admin-people.ask.${request.kind}`)}
      verb={t('admin-people.ask.verb')}
      label={t('admin-people.reason')}
      withAsterisk
      minRows={3}
      maxLength={REASON_MAX}
      send={send}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('admin-people.ask.text', { hours: APPROVAL_HOURS })}</p>
    </ReasonDialog>
  );
}
