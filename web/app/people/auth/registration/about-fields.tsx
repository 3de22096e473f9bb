import { IconChevronDown } from 'virtual:icons';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { ACTIVITY_MAX, POSITION_MAX, USER_DESCRIPTION_MAX } from '#contract/people/users';
import { useText } from '../../../platform/i18n.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import fields from '../../users/fields/fields.module.css';
import { FamilyField, useLabelledFields } from '../../users/fields/person-fields.tsx';
import type { Draft } from './draft.ts';
import styles from './registration.module.css';

export function AboutFields({ form }: { form: Form<Draft> }) {
  const t = useText('registration');
  const field = useLabelledFields(form);
  const { values, change } = form;
  return (
    <details className={styles.more}>
      <summary>
        {t('registration.form.about')}
        <span className={styles.small}>{t('registration.form.aboutHint')}</span>
        <IconChevronDown size={18} aria-hidden="true" />
      </summary>
      <div className={fields.two}>
        <TextInput {...field('user_middlename')} autoComplete="additional-name" />
        <TextInput {...field('user_position')} maxLength={POSITION_MAX} autoComplete="organization-title" />
        <TextInput {...field('user_activity')} maxLength={ACTIVITY_MAX} />
        <FamilyField value={values.user_familystatus} onChange={(user_familystatus) => change({ user_familystatus })} />
        <Checkbox
          mt="xl"
          label={t('registration.form.calls')}
          description={t('registration.form.callsHint')}
          checked={values.user_allow_to_call}
          onChange={(event) => change({ user_allow_to_call: event.currentTarget.checked })}
        />
        <Textarea {...field('user_description')} className={fields.wide} minRows={3} maxLength={USER_DESCRIPTION_MAX} />
      </div>
    </details>
  );
}
