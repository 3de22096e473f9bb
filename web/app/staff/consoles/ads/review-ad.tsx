import type { Board } from '@app/contract/market/ads';
import type { ComplaintReason } from '@app/contract/trust/complaints';
import { NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { moderationApi } from '#contract/market/ad-review';
import { COMPLAINT_REASONS } from '#contract/trust/complaints';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { RowButton } from '../table/row-buttons.tsx';

const REASON_MAX = 500;

export type AdDecision = 'publish' | 'block';

export function ReviewButton({ ad, onPress }: { ad: Board; onPress: (decision: AdDecision) => void }) {
  const t = useText('admin');
  const name = ad.board_title;
  return ad.board_state === 'blocked' || ad.board_state === 'review' ? (
    <RowButton
      icon={IconCircleCheck}
      label={t('admin.board.publish.named', { name })}
      onPress={() => onPress('publish')}
    />
  ) : (
    <RowButton
      icon={IconBan}
      label={t('admin.board.block.named', { name })}
      isDanger
      onPress={() => onPress('block')}
    />
  );
}

interface ReviewAdProps {
  ad: Board;
  onDone: () => void;
  onClose: () => void;
}

export function BlockAd({ ad, onDone, onClose }: ReviewAdProps) {
  const t = useText('admin', 'moderation', 'complaints');
  const [reason, setReason] = useState('');
  const [rule, setRule] = useState<ComplaintReason>('other');
  const { isSending, submit, errors, clear } = useStaffSubmit();
  const send = (): Promise<void> =>
    submit(async () => {
      await call(moderationApi.decide, { body: { board_id: ad.board_id, decision: 'block', reason, rule } });
      toast.success(t('admin.board.blocked'));
      onDone();
    });
  return (
    <Dialog title={t('admin.board.block.question', { name: ad.board_title })} onClose={onClose}>
      <AdminForm verb={t('admin.board.block')} isSending={isSending} onSubmit={() => void send()}>
        <p>{t('admin.board.block.text')}</p>
        <NativeSelect
          label={t('moderation.rule')}
          value={rule}
          onChange={(event) => setRule(event.currentTarget.value as ComplaintReason)}
          data={COMPLAINT_REASONS.map((value) => ({ value, label: t(`complaints.reason.${value}`) }))}
        />
        <TextInput
          data-first
          required
          label={t('moderation.reason')}
          maxLength={REASON_MAX}
          value={reason}
          error={errors.reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            clear('reason');
          }}
        />
      </AdminForm>
    </Dialog>
  );
}

export function PublishAd({ ad, onDone, onClose }: ReviewAdProps) {
  const t = useText('admin');
  const { isSending, submit } = useStaffSubmit();
  const send = (): Promise<void> =>
    submit(async () => {
      await call(moderationApi.decide, { body: { board_id: ad.board_id, decision: 'publish' } });
      toast.success(t('admin.board.published'));
      onDone();
    });
  return (
    <Dialog title={t('admin.board.publish.question', { name: ad.board_title })} onClose={onClose}>
      <AdminForm verb={t('admin.board.publish')} isSending={isSending} onSubmit={() => void send()}>
        <p>{t('admin.board.publish.text')}</p>
      </AdminForm>
    </Dialog>
  );
}
