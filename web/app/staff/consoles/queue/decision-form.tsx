import type { CaseAction } from '@app/contract/trust/cases';
import type { ComplaintReason } from '@app/contract/trust/complaints';
import { Checkbox, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { COMPLAINT_REASONS } from '#contract/trust/complaints';
import { PUBLISHING_LIMIT_DEFAULT, PUBLISHING_LIMIT_MAX } from '#contract/trust/sanctions';
import { useText } from '../../../platform/i18n.tsx';
import type { useStaffForm } from '../frame/staff-form.tsx';

export interface DecisionInput {
  reason: string;
  rule: ComplaintReason;
  /** '' means without a time limit. */
  days: string;
  perDay: number;
  hide: boolean;
}

export const EMPTY_DECISION: DecisionInput = {
  reason: '',
  rule: 'other',
  days: '7',
  perDay: PUBLISHING_LIMIT_DEFAULT,
  hide: false,
};

const DAYS = ['1', '3', '7', '30', '365', ''] as const;
const REASON_MAX = 1000;
const TIMED: ReadonlySet<CaseAction> = new Set(['limit', 'freeze', 'suspend']);
const ABOUT_PERSON: ReadonlySet<CaseAction> = new Set(['warn', 'limit', 'freeze', 'suspend']);
const WITHOUT_RULE: ReadonlySet<CaseAction> = new Set(['nothing', 'keep', 'lift']);

interface DecisionFieldsProps {
  action: CaseAction;
  canHide: boolean;
  form: Pick<ReturnType<typeof useStaffForm<DecisionInput>>, 'values' | 'change' | 'field'>;
}

export function DecisionFields({ action, canHide, form: { values, change, field } }: DecisionFieldsProps) {
  const t = useText('moderation', 'complaints');
  return (
    <>
      {!WITHOUT_RULE.has(action) && (
        <NativeSelect
          {...field('rule', t('moderation.rule'))}
          data={COMPLAINT_REASONS.map((value) => ({ value, label: t(`complaints.reason.${value}`) }))}
        />
      )}
      <Textarea
        {...field('reason', t(action === 'nothing' ? 'moderation.reason.optional' : 'moderation.reason'))}
        required={action !== 'nothing'}
        minRows={3}
        maxLength={REASON_MAX}
        data-first
      />
      {TIMED.has(action) && (
        <NativeSelect
          {...field('days', t('moderation.days'))}
          data={DAYS.map((value) => ({
            value,
            label: value === '' ? t('moderation.days.none') : t('moderation.days.count', { days: Number(value) }),
          }))}
        />
      )}
      {action === 'limit' && (
        <NumberInput
          label={t('moderation.perDay')}
          min={1}
          max={PUBLISHING_LIMIT_MAX}
          value={values.perDay}
          onChange={(value) => change({ perDay: Number(value) || PUBLISHING_LIMIT_DEFAULT })}
        />
      )}
      {canHide && ABOUT_PERSON.has(action) && (
        <Checkbox
          label={t('moderation.hideToo')}
          checked={values.hide}
          onChange={(event) => change({ hide: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** Request body with only the fields that the action uses. */
export function decisionOf(action: CaseAction, { reason, rule, days, perDay, hide }: DecisionInput) {
  const text = reason.trim();
  return {
    action,
    ...(text !== '' && { reason: text }),
    ...(!WITHOUT_RULE.has(action) && { rule }),
    ...(TIMED.has(action) && days !== '' && { days: Number(days) }),
    ...(action === 'limit' && { per_day: perDay }),
    ...(ABOUT_PERSON.has(action) && hide && { hide: 1 as const }),
  };
}
