import type { Meeting } from '@app/contract/market/meetings';
import { useId, useState } from 'react';
import { MEETING_REASON_MAX, meetingsApi } from '#contract/market/meetings';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog, DialogForm } from '../../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import fields from '../deal-form.module.css';

interface CancelDialogProps {
  id: number;
  onDone: (meeting: Meeting) => void;
  onClose: () => void;
}

/** Asks why a meeting is cancelled, which cannot be taken back. */
export function CancelDialog({ id, onDone, onClose }: CancelDialogProps) {
  const t = useText('deals');
  const [reason, setReason] = useState('');
  const noteId = useId();
  const { isSending, submit } = useSubmit();
  const send = () =>
    submit(async () => {
      onDone(await call(meetingsApi.cancel, { params: { id }, body: { reason } }));
      onClose();
    });
  return (
    <Dialog title={t('deals.meeting.cancel.title')} onClose={onClose}>
      <DialogForm
        verb={t('deals.meeting.cancel.verb')}
        tone="danger"
        isSending={isSending}
        onSubmit={() => void send()}
      >
        <label className={fields.label}>
          {t('deals.meeting.cancel.reason')}
          <input
            className={fields.field}
            maxLength={MEETING_REASON_MAX}
            value={reason}
            aria-describedby={noteId}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
        <p id={noteId} className="caption">
          {t('deals.meeting.cancel.hint')}
        </p>
      </DialogForm>
    </Dialog>
  );
}
