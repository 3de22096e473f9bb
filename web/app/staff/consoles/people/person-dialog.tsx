import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/PasswordInput.css';
import type { User } from '@app/contract/people/users';
import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { LOGIN_MAX, NAME_MAX, POSITION_MAX, USER_DESCRIPTION_MAX, usersApi } from '#contract/people/users';
import type { CountryChoice } from '../../../people/users/fields/person-fields.tsx';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { TextKey } from '../../../platform/texts.ts';
import { PlaceFields } from '../../../reference/place-fields.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from './people.module.css';
import { changesOf, checkPerson, type PersonDraft, type PersonField, personDraft } from './person-draft.ts';

interface PersonDialogProps {
  person?: User;
  countries: readonly CountryChoice[] | null;
  onClose: () => void;
  onSaved: (message: string) => void;
}

const DEFAULT_CODE = '7';

export function PersonDialog({ person, countries, onClose, onSaved }: PersonDialogProps) {
  const t = useText('admin-people', 'admin', 'registration', 'reference', 'errors');
  const [base] = useState(() => personDraft(person, DEFAULT_CODE));
  const [draft, setDraft] = useState(base);
  const [problems, setProblems] = useState<Partial<Record<PersonField, TextKey<'errors'>>>>({});
  const { isSending, submit, errors, clear } = useStaffSubmit();

  const hasText = (key: string): boolean => t(key as 'errors.internal') !== key;

  function change(next: Partial<PersonDraft>): void {
    setDraft((known) => ({ ...known, ...next }));
    for (const name of Object.keys(next)) clear(name);
    setProblems((known) => Object.fromEntries(Object.entries(known).filter(([name]) => !(name in next))));
  }

  function handleSubmit(): void {
    void submit(async () => {
      const found = await checkPerson(draft, base, { isNew: person === undefined, hasText });
      setProblems(found);
      if (Object.keys(found).length > 0) {
        toast.error(t('admin.profile.wrong'));
        return;
      }
      if (person === undefined) {
        await call(usersApi.create, { body: draft });
        onSaved(t('admin-people.created'));
      } else {
        await call(usersApi.change, { params: { id: person.id }, body: changesOf(draft, base) });
        onSaved(t('admin-people.saved'));
      }
    });
  }

  const errorOf = (name: PersonField): string | undefined => {
    const problem = problems[name];
    return errors[name] ?? (problem && t(problem));
  };
  const field = (name: PersonField, label: string) => ({
    name,
    label,
    value: draft[name],
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  const place = { country_id: errorOf('country_id'), city_id: errorOf('city_id') };
  return (
    <Dialog title={t(person === undefined ? 'admin-people.new' : 'admin-people.edit')} isWide onClose={onClose}>
      <AdminForm verb={t('admin.save')} isSending={isSending} onSubmit={handleSubmit}>
        <div className={styles.two}>
          <TextInput
            {...field('lastname', t('registration.form.lastname'))}
            data-first
            withAsterisk
            maxLength={NAME_MAX}
          />
          <TextInput {...field('firstname', t('registration.form.firstname'))} withAsterisk maxLength={NAME_MAX} />
          <TextInput {...field('middlename', t('registration.form.middlename'))} maxLength={NAME_MAX} />
          <TextInput {...field('position', t('registration.form.position'))} maxLength={POSITION_MAX} />
          <TextInput {...field('email', t('registration.form.email'))} withAsterisk type="email" autoComplete="off" />
          <div className={styles.phone}>
            <TextInput
              {...field('country_code', t('registration.form.phoneCode'))}
              inputMode="numeric"
              maxLength={4}
              w={96}
              list="phone-codes"
            />
            <TextInput
              {...field('phone', t('registration.form.phone'))}
              withAsterisk
              inputMode="tel"
              autoComplete="off"
              style={{ flex: 1 }}
            />
            <datalist id="phone-codes">
              {[...new Set((countries ?? []).map(({ phone_code }) => phone_code))].map((code) => (
                <option key={code} value={code} />
              ))}
            </datalist>
          </div>
          <TextInput
            {...field('login', t('registration.form.login'))}
            withAsterisk
            maxLength={LOGIN_MAX}
            autoComplete="off"
          />
          <PasswordInput
            {...field('password', t(person === undefined ? 'admin-people.password' : 'admin-people.password.new'))}
            withAsterisk={person === undefined}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('admin-people.password.show') }}
          />
          <PlaceFields
            countries={countries}
            country={draft.country_id}
            city={draft.city_id}
            onChange={change}
            errors={Object.fromEntries(Object.entries(place).filter(([, text]) => text !== undefined))}
          />
          <Textarea
            {...field('description', t('registration.form.aboutText'))}
            className={styles.wide}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={USER_DESCRIPTION_MAX}
          />
        </div>
      </AdminForm>
    </Dialog>
  );
}
