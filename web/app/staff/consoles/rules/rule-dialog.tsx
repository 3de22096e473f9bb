import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { Rule, RuleDraft } from '@app/contract/trust/rules';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { useState } from 'react';
import { HOLDABLE_SUBJECTS, RULE_KINDS, RULE_NAME_MAX, RULE_SUBJECTS, rulesApi } from '#contract/trust/rules';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { RuleFields } from './rule-fields.tsx';
import styles from './rules.module.css';

interface RuleDialogProps {
  rule: Rule | null;
  onSaved: () => void;
  onClose: () => void;
}

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
export function RuleDialog({ rule, onSaved, onClose }: RuleDialogProps) {
  const t = useText('admin', 'rules', 'errors');
  const [draft, setDraft] = useState<RuleDraft>(rule ?? NEW);
  const [trial, setTrial] = useState<Trial | null>(null);
  const { isSending, submit, errors, clear } = useStaffSubmit();
  const mayHold = draft.subjects.every((subject) => HOLDABLE_SUBJECTS.includes(subject));

  function change(part: Partial<RuleDraft>): void {
    for (const field of Object.keys(part)) clear(field);
    setTrial(null);
    setDraft((before) => ({ ...before, ...part }));
  }

  const bodyOf = (): RuleDraft => {
    const { name, kind, subjects, reason, settings } = draft;
    return { name, kind, subjects, reason, settings, action: mayHold ? draft.action : 'queue' };
  };
  const save = () =>
    submit(async () => {
      if (rule === null) await call(rulesApi.add, { body: bodyOf() });
      else await call(rulesApi.edit, { params: { id: rule.id }, body: { ...bodyOf(), revision: rule.revision } });
      toast.success(t(rule === null ? 'rules.added' : 'rules.saved'));
      onSaved();
      onClose();
    });
  const attempt = () =>
    submit(async () => setTrial(await call(rulesApi.try, { body: { ...bodyOf(), name: draft.name || '—' } })));

  return (
    <Dialog title={t(rule === null ? 'rules.add' : 'rules.edit')} isWide onClose={onClose}>
      <AdminForm verb={t('admin.save')} isSending={isSending} onSubmit={() => void save()}>
        <div className={styles.fields}>
          <TextInput
            data-first
            label={t('rules.field.name')}
            maxLength={RULE_NAME_MAX}
            value={draft.name}
            error={errors.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <div className={styles.pair}>
            <NativeSelect
              label={t('rules.field.kind')}
              disabled={rule !== null}
              value={draft.kind}
              onChange={(event) => change({ kind: event.currentTarget.value as RuleDraft['kind'] })}
              data={RULE_KINDS.filter((kind) => kind !== 'stop_words' || rule?.kind === kind).map((value) => ({
                value,
                label: t(`rules.kind.${value}`),
              }))}
            />
            <NativeSelect
              label={t('rules.field.action')}
              description={mayHold ? undefined : t('rules.hold.only')}
              disabled={!mayHold}
              value={mayHold ? draft.action : 'queue'}
              error={errors.action}
              onChange={(event) => change({ action: event.currentTarget.value as RuleDraft['action'] })}
              data={(['queue', 'hold'] as const).map((value) => ({ value, label: t(`rules.action.${value}`) }))}
            />
          </div>
          <fieldset className={styles.choices}>
            <legend>{t('rules.field.subjects')}</legend>
            {RULE_SUBJECTS.map((subject) => (
              <label key={subject}>
                <input
                  type="checkbox"
                  checked={draft.subjects.includes(subject)}
                  onChange={(event) =>
                    change({
                      subjects: event.currentTarget.checked
                        ? [...draft.subjects, subject]
                        : draft.subjects.filter((one) => one !== subject),
                    })
                  }
                />
                {t(`rules.subject.${subject}`)}
              </label>
            ))}
          </fieldset>
          <RuleFields
            kind={draft.kind}
            settings={draft.settings}
            errors={errors}
            onChange={(part) => {
              for (const field of Object.keys(part)) clear(field);
              change({ settings: { ...draft.settings, ...part } });
            }}
          />
          {mayHold && draft.action === 'hold' && draft.kind !== 'stop_words' && (
            <Textarea
              label={t('rules.field.reason')}
              description={t('rules.field.reason.hint')}
              rows={2}
              maxLength={300}
              value={draft.reason}
              onChange={(event) => change({ reason: event.currentTarget.value })}
            />
          )}
          <div>
            <Button type="button" variant="default" loading={isSending} onClick={() => void attempt()}>
              {t('rules.try')}
            </Button>
          </div>
          <div role="status">{trial !== null && <TrialResult trial={trial} />}</div>
        </div>
      </AdminForm>
    </Dialog>
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
