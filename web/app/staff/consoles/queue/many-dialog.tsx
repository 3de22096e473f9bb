import type { CaseAction } from '@app/contract/trust/cases';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { casesApi } from '#contract/trust/cases';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import { DecisionFields, type DecisionInput, decisionOf, EMPTY_DECISION } from './decision-form.tsx';

const ACTIONS = ['nothing', 'hide', 'warn', 'limit', 'freeze', 'suspend'] as const satisfies readonly CaseAction[];

interface ManyDialogProps {
  ids: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

export function ManyDialog({ ids, onClose, onDone }: ManyDialogProps) {
  const t = useText('moderation');
  const [action, setAction] = useState<CaseAction>('suspend');
  const form = useStaffForm<DecisionInput>({
    initial: { ...EMPTY_DECISION, rule: 'spam', days: '', hide: true },
    send: async (input) => {
      const { done, left } = await call(casesApi.resolveMany, {
        body: { ids: [...ids], ...decisionOf(action, input) },
      });
      onDone();
      return t('moderation.many.done', { done: done.length, left: left.length });
    },
    onClose,
  });
  return (
    <StaffDialog
      title={t('moderation.many.title', { count: ids.length })}
      verb={t('moderation.resolve')}
      form={form}
      onClose={onClose}
    >
      <NativeSelect
        label={t('moderation.decide')}
        value={action}
        onChange={(event) => setAction(event.currentTarget.value as CaseAction)}
        data={ACTIONS.map((value) => ({ value, label: t(`moderation.action.${value}`) }))}
      />
      <DecisionFields action={action} canHide form={form} />
    </StaffDialog>
  );
}
