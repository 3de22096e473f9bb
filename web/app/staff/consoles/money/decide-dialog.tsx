import { Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useState } from 'react';
import { invitationsApi, REVIEW_COMMENT_MAX } from '#contract/money/invitations';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './admin-money.module.css';

export type InvitationDecision = 'release' | 'refuse';

interface DecideDialogProps {
  decision: InvitationDecision;
  ids: readonly number[];
  onDecided: () => void;
  onClose: () => void;
}

export function DecideDialog({ decision, ids, onDecided, onClose }: DecideDialogProps) {
  const t = useText('admin-money', 'errors');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const { isSending, submit, errors } = useStaffSubmit();

  function send(): void {
    setTried(true);
    if (reason.trim() === '') return;
    void submit(async () => {
      const { changed } = await call(invitationsApi.decide, { body: { ids: [...ids], verdict: decision, reason } });
      toast.success(t('admin-money.decide.done', { count: changed }));
      onDecided();
      onClose();
    });
  }

  return (
    <Dialog title={t(`admin-money.${decision}.title`, { count: ids.length })} onClose={onClose}>
      <AdminForm verb={t(`admin-money.${decision}`)} isSending={isSending} onSubmit={send}>
        <p className={styles.note}>{t(`admin-money.${decision}.text`)}</p>
        <Textarea
          data-first
          label={t('admin-money.decide.reason')}
          rows={3}
          maxLength={REVIEW_COMMENT_MAX}
          value={reason}
          error={(isTried && reason.trim() === '' && t('errors.field.required')) || errors.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </AdminForm>
    </Dialog>
  );
}
