import type { CaseAction } from '@app/contract/trust/cases';
import type { ComplaintReason } from '@app/contract/trust/complaints';
import { Checkbox, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/NumberInput.css';
import { COMPLAINT_REASONS } from '#contract/trust/complaints';
import { PUBLISHING_LIMIT_DEFAULT, PUBLISHING_LIMIT_MAX } from '#contract/trust/sanctions';
import { useText } from '../../../platform/i18n.tsx';
import styles from './queue.module.css';

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
  input: DecisionInput;
  canHide: boolean;
  errors: Readonly<Record<string, string>>;
  onChange: (input: DecisionInput) => void;
}

export function DecisionFields({ action, input, canHide, errors, onChange }: DecisionFieldsProps) {
  const t = useText('moderation', 'complaints');
  const isTimed = TIMED.has(action);
  return (
    <div className={styles.fields}>
      {!WITHOUT_RULE.has(action) && (
        <NativeSelect
          label={t('moderation.rule')}
          value={input.rule}
          onChange={(event) => onChange({ ...input, rule: event.currentTarget.value as ComplaintReason })}
          data={COMPLAINT_REASONS.map((value) => ({ value, label: t(`complaints.reason.${value}`) }))}
        />
      )}
      <Textarea
        label={t(action === 'nothing' ? 'moderation.reason.optional' : 'moderation.reason')}
        required={action !== 'nothing'}
        autosize
        minRows={3}
        maxLength={REASON_MAX}
        value={input.reason}
        error={errors.reason}
        data-first
        onChange={(event) => onChange({ ...input, reason: event.currentTarget.value })}
      />
      {isTimed && (
        <NativeSelect
          label={t('moderation.days')}
          value={input.days}
          onChange={(event) => onChange({ ...input, days: event.currentTarget.value })}
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
          value={input.perDay}
          onChange={(value) => onChange({ ...input, perDay: Number(value) || PUBLISHING_LIMIT_DEFAULT })}
        />
      )}
      {canHide && ABOUT_PERSON.has(action) && (
        <Checkbox
          label={t('moderation.hideToo')}
          checked={input.hide}
          onChange={(event) => onChange({ ...input, hide: event.currentTarget.checked })}
        />
      )}
    </div>
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
