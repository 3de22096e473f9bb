import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { Rule, RuleDraft } from '@app/contract/trust/rules';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { HOLDABLE_SUBJECTS, RULE_KINDS, RULE_NAME_MAX, RULE_SUBJECTS, rulesApi } from '#contract/trust/rules';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { FieldPair, StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import { Check, RuleFields } from './rule-fields.tsx';
import styles from './rules.module.css';

type Trial = ResponseOf<typeof rulesApi.try>;

const NEW: RuleDraft = {
  name: '',
  kind: 'words',
  subjects: ['ad'],
  action: 'queue',
  reason: '',
  settings: {
    words: [],
    hosts: [],
    shorteners: 0,
    link_days: 0,
    distance: 3,
    by: 'person',
    count: 5,
    minutes: 10,
    days: 3,
    friendless: 1,
  },
};

/** Dialog of a rule. Before saving, the rule can be tested on content of the last days. */
export function RuleDialog({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const t = useText('admin', 'rules', 'errors');
  const [trial, setTrial] = useState<Trial | null>(null);
  const bodyOf = ({ name, kind, subjects, reason, settings, action }: RuleDraft): RuleDraft => ({
    name,
    kind,
    subjects,
    reason,
    settings,
    action: mayHold(subjects) ? action : 'queue',
  });
  const form = useStaffForm<RuleDraft>({
    initial: rule ?? NEW,
    send: async (draft) => {
      const body = bodyOf(draft);
      if (rule === null) await call(rulesApi.add, { body });
      else await call(rulesApi.edit, { params: { id: rule.id }, body: { ...body, revision: rule.revision } });
      return t(rule === null ? 'rules.added' : 'rules.saved');
    },
    onClose,
  });
  const { values: draft, field, errors, isSending } = form;
  const change: typeof form.change = (part, names) => {
    setTrial(null);
    form.change(part, names);
  };
  const attempt = (): Promise<void> =>
    form.submit(async () =>
      setTrial(await call(rulesApi.try, { body: { ...bodyOf(draft), name: draft.name || '—' } })),
    );
  return (
    <StaffDialog
      title={t(rule === null ? 'rules.add' : 'rules.edit')}
      isWide
      verb={t('admin.save')}
      form={form}
      onClose={onClose}
    >
      <TextInput
        {...field('name', t('rules.field.name'))}
        data-first
        maxLength={RULE_NAME_MAX}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <KindAndAction rule={rule} draft={draft} error={errors.action} onChange={change} />
      <fieldset className={styles.choices}>
        <legend>{t('rules.field.subjects')}</legend>
        {RULE_SUBJECTS.map((subject) => (
          <Check
            key={subject}
            label={t(`rules.subject.${subject}`)}
            isOn={draft.subjects.includes(subject)}
            onChange={(isOn) =>
              change({
                subjects: isOn ? [...draft.subjects, subject] : draft.subjects.filter((one) => one !== subject),
              })
            }
          />
        ))}
      </fieldset>
      <RuleFields
        kind={draft.kind}
        settings={draft.settings}
        errors={errors}
        onChange={(part) => change({ settings: { ...draft.settings, ...part } }, Object.keys(part))}
      />
      {mayHold(draft.subjects) && draft.action === 'hold' && draft.kind !== 'stop_words' && (
        <Textarea
          {...field('reason', t('rules.field.reason'))}
          description={t('rules.field.reason.hint')}
          rows={2}
          maxLength={300}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      )}
      <div>
        <Button type="button" variant="default" loading={isSending} onClick={() => void attempt()}>
          {t('rules.try')}
        </Button>
      </div>
      <div role="status">{trial !== null && <TrialResult trial={trial} />}</div>
    </StaffDialog>
  );
}

const mayHold = (subjects: RuleDraft['subjects']): boolean =>
  subjects.every((subject) => HOLDABLE_SUBJECTS.includes(subject));

interface KindAndActionProps {
  rule: Rule | null;
  draft: RuleDraft;
  error: string | undefined;
  onChange: (part: Partial<RuleDraft>) => void;
}

function KindAndAction({ rule, draft: { kind, action, subjects }, error, onChange }: KindAndActionProps) {
  const t = useText('rules');
  const canHold = mayHold(subjects);
  const kinds = RULE_KINDS.filter((one) => one !== 'stop_words' || rule?.kind === one);
  return (
    <FieldPair>
      <NativeSelect
        label={t('rules.field.kind')}
        disabled={rule !== null}
        value={kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as RuleDraft['kind'] })}
        data={kinds.map((value) => ({ value, label: t(`rules.kind.${value}`) }))}
      />
      <NativeSelect
        label={t('rules.field.action')}
        description={canHold ? undefined : t('rules.hold.only')}
        disabled={!canHold}
        value={canHold ? action : 'queue'}
        error={error}
        onChange={(event) => onChange({ action: event.currentTarget.value as RuleDraft['action'] })}
        data={(['queue', 'hold'] as const).map((value) => ({ value, label: t(`rules.action.${value}`) }))}
      />
    </FieldPair>
  );
}

function TrialResult({ trial: { checked, hits, people, samples } }: { trial: Trial }) {
  const t = useText('rules');
  return (
    <div className={styles.trial}>
      <p>{t('rules.try.result', { checked, hits, people })}</p>
      {samples.length > 0 && (
        <ul>
          {samples.map(({ object, user, subject, found, text, timestamp }) => (
            <li key={object} className={styles.sample}>
              <small>
                {[t(`rules.subject.${subject}`), user.name, formatDateTime(timestamp), found]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
