import { IconBan, IconCircleCheck } from 'virtual:icons';
import type { Board } from '@app/contract/market/ads';
import type { ComplaintReason } from '@app/contract/trust/complaints';
import { NativeSelect, TextInput } from '@mantine/core';
import { moderationApi } from '#contract/market/ad-review';
import { COMPLAINT_REASONS } from '#contract/trust/complaints';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
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
  onClose: () => void;
}

export function BlockAd({ ad, onClose }: ReviewAdProps) {
  const t = useText('admin', 'moderation', 'complaints');
  const form = useStaffForm({
    initial: { reason: '', rule: 'other' as ComplaintReason },
    send: async (decision) => {
      await call(moderationApi.decide, { body: { board_id: ad.board_id, decision: 'block', ...decision } });
      return t('admin.board.blocked');
    },
    onClose,
  });
  return (
    <StaffDialog
      title={t('admin.board.block.question', { name: ad.board_title })}
      verb={t('admin.board.block')}
      form={form}
      onClose={onClose}
    >
      <p>{t('admin.board.block.text')}</p>
      <NativeSelect
        {...form.field('rule', t('moderation.rule'))}
        data={COMPLAINT_REASONS.map((value) => ({ value, label: t(`complaints.reason.${value}`) }))}
      />
      <TextInput {...form.field('reason', t('moderation.reason'))} data-first required maxLength={REASON_MAX} />
    </StaffDialog>
  );
}

export function PublishAd({ ad, onClose }: ReviewAdProps) {
  const t = useText('admin');
  const form = useStaffForm({
    initial: {},
    send: async () => {
      await call(moderationApi.decide, { body: { board_id: ad.board_id, decision: 'publish' } });
      return t('admin.board.published');
    },
    onClose,
  });
  return (
    <StaffDialog
      title={t('admin.board.publish.question', { name: ad.board_title })}
      verb={t('admin.board.publish')}
      form={form}
      onClose={onClose}
    >
      <p>{t('admin.board.publish.text')}</p>
    </StaffDialog>
  );
}
