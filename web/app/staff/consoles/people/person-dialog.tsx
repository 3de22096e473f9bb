import type { User } from '@app/contract/people/users';
import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  ACTIVITY_MAX,
  LOGIN_MAX,
  NAME_MAX,
  POSITION_MAX,
  USER_DESCRIPTION_MAX,
  usersApi,
} from '#contract/people/users';
import type { CountryChoice } from '../../../people/users/fields/person-fields.tsx';
import { PhotoField } from '../../../people/users/fields/photo-field.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { CityField } from '../../../reference/city-field.tsx';
import { FieldPair, StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import { LargePageNote } from './large-page-note.tsx';
import styles from './people.module.css';
import { changesOf, checkPerson, type PersonDraft, personDraft } from './person-draft.ts';

interface PersonDialogProps {
  person?: User;
  countries: readonly CountryChoice[] | null;
  onClose: () => void;
}

const DEFAULT_CODE = '7';
const INVALID = 400;

export function PersonDialog({ person, countries, onClose }: PersonDialogProps) {
  const t = useText('admin-people', 'admin', 'registration', 'reference', 'errors');
  const [base] = useState(() => personDraft(person, DEFAULT_CODE));
  // Undefined while the photo is not touched, null once it is removed.
  const [photo, setPhoto] = useState<File | null>();
  async function send(draft: PersonDraft): Promise<string> {
    const found = await checkPerson(draft, base, person === undefined, t);
    const fields = Object.fromEntries(Object.entries(found).map(([name, problem]) => [name, t(problem)]));
    if (Object.keys(fields).length > 0)
      throw new ApiError(INVALID, { code: 'invalid_input', message: t('admin.profile.wrong'), fields });
    const files = photo ? { files: { photo } } : {};
    if (person === undefined) await call(usersApi.create, { body: draft, ...files });
    else {
      const body = { ...changesOf(draft, base), ...(photo === null && { photo_removed: 1 as const }) };
      await call(usersApi.change, { params: { id: person.id }, body, ...files });
    }
    return t(person === undefined ? 'admin-people.created' : 'admin-people.saved');
  }
  const form = useStaffForm<PersonDraft>({ initial: base, send, onClose });
  const { values: draft, change, errors, field } = form;
  return (
    <StaffDialog
      title={t(person === undefined ? 'admin-people.new' : 'admin-people.edit')}
      isWide
      verb={t('admin.save')}
      form={form}
      onClose={onClose}
    >
      {person?.large_page === 1 && <LargePageNote />}
      <PhotoField
        photo={photo ?? null}
        current={photo === undefined ? (person?.photo ?? null) : null}
        onChange={setPhoto}
      />
      <FieldPair isDense>
        <TextInput
          {...field('lastname', t('registration.form.lastname'))}
          data-first
          withAsterisk
          maxLength={NAME_MAX}
        />
        <TextInput {...field('firstname', t('registration.form.firstname'))} withAsterisk maxLength={NAME_MAX} />
        <TextInput {...field('middlename', t('registration.form.middlename'))} maxLength={NAME_MAX} />
        <TextInput {...field('position', t('registration.form.position'))} maxLength={POSITION_MAX} />
        <TextInput {...field('activity', t('registration.form.activity'))} maxLength={ACTIVITY_MAX} />
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
        <CityField country={draft.country_id} city={draft.city_id} onChange={change} errors={errors} />
        <Textarea
          {...field('description', t('registration.form.aboutText'))}
          className={styles.wide}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={USER_DESCRIPTION_MAX}
        />
      </FieldPair>
    </StaffDialog>
  );
}
