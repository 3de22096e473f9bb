import type { CaseAction } from '@app/contract/trust/cases';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { casesApi } from '#contract/trust/cases';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { DecisionFields, decisionOf, EMPTY_DECISION } from './decision-form.tsx';

const ACTIONS = ['nothing', 'hide', 'warn', 'limit', 'freeze', 'suspend'] as const satisfies readonly CaseAction[];

interface ManyDialogProps {
  ids: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

export function ManyDialog({ ids, onClose, onDone }: ManyDialogProps) {
  const t = useText('moderation');
  const [action, setAction] = useState<CaseAction>('suspend');
  const [input, setInput] = useState({
    ...EMPTY_DECISION,
    rule: 'spam' as const as typeof EMPTY_DECISION.rule,
    days: '',
    hide: true,
  });
  const { isSending, submit, errors } = useStaffSubmit();
  const send = (): Promise<void> =>
    submit(async () => {
      const body = { ids: [...ids], ...decisionOf(action, input) };
      const { done, left } = await call(casesApi.resolveMany, { body });
      toast.success(t('moderation.many.done', { done: done.length, left: left.length }));
      onDone();
    });
  return (
    <Dialog title={t('moderation.many.title', { count: ids.length })} onClose={onClose}>
      <AdminForm verb={t('moderation.resolve')} isSending={isSending} onSubmit={() => void send()}>
        <NativeSelect
          label={t('moderation.decide')}
          value={action}
          onChange={(event) => setAction(event.currentTarget.value as CaseAction)}
          data={ACTIONS.map((value) => ({ value, label: t(`moderation.action.${value}`) }))}
        />
        <DecisionFields action={action} input={input} canHide errors={errors} onChange={setInput} />
      </AdminForm>
    </Dialog>
  );
}
