import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { FAMILY_STATUSES, POSITION_MAX, USER_DESCRIPTION_MAX } from '#contract/people/users';
import { useText } from '../../../platform/i18n.tsx';
import type { Draft } from './draft.ts';
import styles from './registration.module.css';

interface AboutFieldsProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}

export function AboutFields({ draft, onChange }: AboutFieldsProps) {
  const t = useText('registration');
  return (
    <details className={styles.more}>
      <summary>
        {t('registration.form.about')}
        <span className={styles.small}>{t('registration.form.aboutHint')}</span>
        <IconChevronDown size={18} aria-hidden="true" />
      </summary>
      <div className={styles.two}>
        <TextInput
          label={t('registration.form.middlename')}
          autoComplete="additional-name"
          value={draft.user_middlename}
          onChange={(event) => onChange({ user_middlename: event.currentTarget.value })}
        />
        <TextInput
          label={t('registration.form.position')}
          maxLength={POSITION_MAX}
          autoComplete="organization-title"
          value={draft.user_position}
          onChange={(event) => onChange({ user_position: event.currentTarget.value })}
        />
        <Select
          label={t('registration.form.family')}
          data={FAMILY_STATUSES.map((status) => ({
            value: status,
            label: t(`registration.form.family.${status === '-' ? 'none' : status}`),
          }))}
          value={draft.user_familystatus}
          allowDeselect={false}
          onChange={(value) => onChange({ user_familystatus: value ?? '-' })}
        />
        <Checkbox
          mt="xl"
          label={t('registration.form.calls')}
          description={t('registration.form.callsHint')}
          checked={draft.user_allow_to_call}
          onChange={(event) => onChange({ user_allow_to_call: event.currentTarget.checked })}
        />
        <Textarea
          className={styles.wide}
          label={t('registration.form.aboutText')}
          minRows={3}
          maxLength={USER_DESCRIPTION_MAX}
          value={draft.user_description}
          onChange={(event) => onChange({ user_description: event.currentTarget.value })}
        />
      </div>
    </details>
  );
}
