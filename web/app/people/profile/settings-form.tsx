import type { ContactKind, PendingContact as Pending } from '@app/contract/people/contacts';
import type { User } from '@app/contract/people/users';
import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { ACTIVITY_MAX, LOGIN_MAX, NAME_MAX, POSITION_MAX, USER_DESCRIPTION_MAX } from '#contract/people/users';
import { useText } from '../../platform/i18n.tsx';
import type { Text } from '../../platform/texts.ts';
import { CityField } from '../../reference/city-field.tsx';
import { DistrictField } from '../../reference/district-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { Form } from '../../ui/form/use-form.ts';
import { useLeaveGuard } from '../../ui/form/use-leave-guard.tsx';
import { toast } from '../../ui/toast/toast.ts';
import fields from '../users/fields/fields.module.css';
import {
  BankFields,
  type CountryChoice,
  FamilyField,
  FlagField,
  LABELS,
  PhoneField,
  useLabelledFields,
} from '../users/fields/person-fields.tsx';
import { PendingContact } from './pending-contact.tsx';
import { SettingsConflict } from './settings-conflict.tsx';
import { draftOf, type SettingsDraft, type SettingsField } from './settings-draft.ts';
import styles from './settings-form.module.css';
import { useSettings } from './use-settings.ts';
import { Verified } from './verified.tsx';

interface SettingsFormProps {
  person: User;
  countries: readonly CountryChoice[] | null;
  pending: Record<ContactKind, Pending | null>;
  invalidText?: string;
}

export function SettingsForm({ person, countries, pending, invalidText }: SettingsFormProps) {
  const t = useText('settings', 'registration', 'errors', 'reference');
  const isDone = useRef(false);
  const { form, isUnsaved, clash, resolveClash, leaveClash } = useSettings(person, invalidText);
  const field = useLabelledFields(form);
  const { values, errors, change } = form;
  useEffect(() => {
    if (countries === null) toast.error(t('reference.country.listFailed'));
  }, [countries, t]);
  const guard = useLeaveGuard(isUnsaved, isDone, {
    question: t('settings.leave.title'),
    loss: t('settings.leave.text'),
    verb: t('settings.leave.verb'),
  });

  return (
    <form {...form.props} className={styles.form}>
      <fieldset className={styles.group}>
        <legend>{t('settings.group.name')}</legend>
        <div className={fields.two}>
          <TextInput {...field('lastname')} withAsterisk autoComplete="family-name" maxLength={NAME_MAX} />
          <TextInput {...field('firstname')} withAsterisk autoComplete="given-name" maxLength={NAME_MAX} />
          <TextInput {...field('middlename')} autoComplete="additional-name" maxLength={NAME_MAX} />
          <TextInput {...field('position')} autoComplete="organization-title" maxLength={POSITION_MAX} />
          <TextInput {...field('activity')} maxLength={ACTIVITY_MAX} />
        </div>
      </fieldset>
      <Contacts form={form} person={person} countries={countries ?? []} pending={pending} />
      <fieldset className={styles.group}>
        <legend>{t('settings.group.signIn')}</legend>
        <div className={fields.two}>
          <TextInput
            {...field('login')}
            description={t('registration.form.loginHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            autoComplete="username"
            maxLength={LOGIN_MAX}
          />
          <p className={styles.password}>
            <Link to="/profile/password" className="link">
              {t('settings.section.password')}
            </Link>
          </p>
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('settings.group.about')}</legend>
        <div className={fields.two}>
          <Textarea
            {...field('description')}
            className={fields.wide}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={USER_DESCRIPTION_MAX}
          />
          <FamilyField value={values.familystatus} onChange={(familystatus) => change({ familystatus })} />
          <div className={styles.gap} />
          <CityField
            country={values.country_id}
            city={values.city_id}
            errors={errors}
            // A district belongs to its city.
            onChange={(place) => change(place.city_id === values.city_id ? place : { ...place, district: '' })}
          />
          {values.city_id !== '' && (
            <DistrictField
              name="district"
              city={values.city_id}
              hint={{ description: t('settings.district.hint') }}
              value={values.district}
              error={errors.district}
              onChange={(district) => change({ district })}
            />
          )}
        </div>
      </fieldset>
      <Flags form={form} person={person} />
      <div className={styles.actions}>
        <SubmitButton isSending={form.isSending}>{t('settings.save')}</SubmitButton>
        {isUnsaved && <span className="small">{t('settings.unsaved')}</span>}
      </div>
      {guard}
      {clash && (
        <SettingsConflict
          rows={clash.fields.map((name) => ({
            name,
            label: t(LABELS[name]),
            mine: shown(t, name, values, countries),
            theirs: shown(t, name, draftOf(clash.present), countries),
          }))}
          onSave={resolveClash}
          onBack={leaveClash}
        />
      )}
    </form>
  );
}

interface PartProps {
  form: Form<SettingsDraft>;
  person: User;
}

interface ContactsProps extends PartProps {
  countries: readonly CountryChoice[];
  pending: SettingsFormProps['pending'];
}

function Contacts({ form, person, countries, pending }: ContactsProps) {
  const t = useText('settings');
  const { revalidate } = useRevalidator();
  const [first] = useState(pending);
  const field = useLabelledFields(form);
  const { values, change } = form;
  const waiting = (kind: ContactKind): ReactNode =>
    pending[kind] && (
      <div className={fields.wide}>
        <PendingContact
          key={pending[kind].value}
          kind={kind}
          pending={pending[kind]}
          isNew={pending[kind].value !== first[kind]?.value}
          onDone={revalidate}
        />
      </div>
    );
  return (
    <fieldset className={styles.group}>
      <legend>{t('settings.group.contacts')}</legend>
      <div className={fields.two}>
        <div>
          <TextInput {...field('email')} withAsterisk type="email" autoComplete="email" />
          <Verified since={person.verified?.email} isSame={values.email === person.email} />
        </div>
        <div>
          <PhoneField
            field={field('phone')}
            countries={countries}
            iso={values.country_iso}
            code={values.country_code}
            onCountry={(country_iso, country_code) => change({ country_iso, country_code })}
          />
          <Verified since={person.verified?.phone} isSame={values.phone === draftOf(person).phone} />
        </div>
        {waiting('email')}
        {waiting('phone')}
      </div>
      <p className={styles.hint}>{t('settings.contacts.hint')}</p>
    </fieldset>
  );
}

function Flags({ form, person }: PartProps) {
  const t = useText('settings', 'registration');
  const field = useLabelledFields(form);
  const { values, change } = form;
  const isForgotten = person.legal_status === 1 && values.legal_status === '0';
  return (
    <>
      <FlagField
        className={styles.group}
        label={t('settings.group.calls')}
        value={values.allow_to_call}
        texts={[
          { value: '1', label: t('settings.calls.all') },
          { value: '0', label: t('settings.calls.friends') },
        ]}
        hint={
          <>
            {t('settings.calls.more')}{' '}
            <Link to="/profile/privacy" className="link">
              {t('settings.section.privacy')}
            </Link>
          </>
        }
        hintClass={styles.hint}
        onChange={(allow_to_call) => change({ allow_to_call })}
      />
      <FlagField
        className={styles.group}
        label={t('registration.form.status')}
        value={values.legal_status}
        texts={[
          { value: '0', label: t('registration.form.person') },
          { value: '1', label: t('registration.form.company') },
        ]}
        hint={t(isForgotten ? 'settings.legal.forget' : 'registration.form.statusHint')}
        hintClass={styles.hint}
        onChange={(legal_status) => change({ legal_status })}
      >
        {values.legal_status === '1' && (
          <div className={styles.bank}>
            <BankFields field={field} onChange={change} />
            <Verified since={person.verified?.inn} isSame={values.bank_inn === person.bank?.bank_inn} />
            <p className={styles.hint}>{t('settings.bank.hint')}</p>
          </div>
        )}
      </FlagField>
    </>
  );
}

function shown(
  t: Text<'settings' | 'registration' | 'errors' | 'reference'>,
  name: SettingsField,
  { [name]: value }: SettingsDraft,
  countries: SettingsFormProps['countries'],
): string {
  switch (name) {
    case 'familystatus':
      return t(`registration.form.family.${value === '-' ? 'none' : value}` as 'registration.form.family.none');
    case 'allow_to_call':
      return t(value === '1' ? 'settings.calls.all' : 'settings.calls.friends');
    case 'legal_status':
      return t(value === '1' ? 'registration.form.company' : 'registration.form.person');
    case 'country_id':
      return countries?.find(({ id }) => String(id) === value)?.name ?? value;
    default:
      return value;
  }
}
