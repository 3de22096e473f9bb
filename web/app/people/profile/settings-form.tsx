import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { ContactKind, PendingContact as Pending } from '@app/contract/people/contacts';
import type { User } from '@app/contract/people/users';
import { Input, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import {
  BANK_FIELD_MAX,
  FAMILY_STATUSES,
  LOGIN_MAX,
  NAME_MAX,
  POSITION_MAX,
  USER_DESCRIPTION_MAX,
} from '#contract/people/users';
import { useText } from '../../platform/i18n.tsx';
import type { TextKey } from '../../platform/texts.ts';
import { PlaceFields } from '../../reference/place-fields.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useLeaveGuard } from '../../ui/form/use-leave-guard.tsx';
import { PendingContact } from './pending-contact.tsx';
import { SettingsConflict } from './settings-conflict.tsx';
import { draftOf, type SettingsDraft, type SettingsField } from './settings-draft.ts';
import styles from './settings-form.module.css';
import { useSettings } from './use-settings.ts';
import { Verified } from './verified.tsx';

export interface CountryChoice {
  id: number;
  name: string;
  iso: string;
  phone_code: string;
}

interface SettingsFormProps {
  person: User;
  countries: readonly CountryChoice[] | null;
  pending: Record<ContactKind, Pending | null>;
  invalidText?: string;
}

const LABELS: Record<SettingsField, TextKey<'registration' | 'reference'>> = {
  lastname: 'registration.form.lastname',
  firstname: 'registration.form.firstname',
  middlename: 'registration.form.middlename',
  email: 'registration.form.email',
  country_code: 'registration.form.phoneCode',
  country_iso: 'registration.form.phoneCode',
  phone: 'registration.form.phone',
  login: 'registration.form.login',
  position: 'registration.form.position',
  description: 'registration.form.aboutText',
  familystatus: 'registration.form.family',
  country_id: 'reference.place.country',
  city_id: 'reference.place.city',
  allow_to_call: 'registration.form.calls',
  legal_status: 'registration.form.status',
  bank_name: 'registration.form.bankName',
  bank_account: 'registration.form.bankAccount',
  bank_cor: 'registration.form.bankCor',
  bank_inn: 'registration.form.inn',
  bank_kpp: 'registration.form.kpp',
  bank_bik: 'registration.form.bik',
};

const BANK: readonly { name: SettingsField; isNumber: boolean }[] = [
  { name: 'bank_name', isNumber: false },
  { name: 'bank_account', isNumber: true },
  { name: 'bank_cor', isNumber: true },
  { name: 'bank_bik', isNumber: true },
  { name: 'bank_inn', isNumber: true },
  { name: 'bank_kpp', isNumber: false },
];

export function SettingsForm({ person, countries, pending, invalidText }: SettingsFormProps) {
  const t = useText('settings', 'registration', 'errors', 'reference');
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const isDone = useRef(false);
  const [first] = useState(pending);
  const phoneId = useId();
  const state = useSettings(person, form, invalidText);
  const { draft, messages, change, clash } = state;
  const guard = useLeaveGuard(state.isUnsaved, isDone, {
    question: t('settings.leave.title'),
    loss: t('settings.leave.text'),
    verb: t('settings.leave.verb'),
  });

  const field = (name: SettingsField) => ({
    name,
    label: t(LABELS[name]),
    value: draft[name],
    error: messages[name],
    'aria-invalid': messages[name] !== undefined || undefined,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
    onBlur: () => void state.checkField(name),
  });
  const waiting = (kind: ContactKind): ReactNode =>
    pending[kind] && (
      <div className={styles.wide}>
        <PendingContact
          key={pending[kind].value}
          kind={kind}
          pending={pending[kind]}
          isNew={pending[kind].value !== first[kind]?.value}
          onDone={revalidate}
        />
      </div>
    );
  const codes = (countries ?? []).map(({ iso, name, phone_code }) => ({ value: iso, label: `+${phone_code}`, name }));

  return (
    <form ref={form} noValidate className={styles.form} onSubmit={state.handleSubmit}>
      <fieldset className={styles.group}>
        <legend>{t('settings.group.name')}</legend>
        <div className={styles.two}>
          <TextInput {...field('lastname')} withAsterisk autoComplete="family-name" maxLength={NAME_MAX} />
          <TextInput {...field('firstname')} withAsterisk autoComplete="given-name" maxLength={NAME_MAX} />
          <TextInput {...field('middlename')} autoComplete="additional-name" maxLength={NAME_MAX} />
          <TextInput {...field('position')} autoComplete="organization-title" maxLength={POSITION_MAX} />
        </div>
      </fieldset>

      <fieldset className={styles.group}>
        <legend>{t('settings.group.contacts')}</legend>
        <div className={styles.two}>
          <div>
            <TextInput {...field('email')} withAsterisk type="email" autoComplete="email" />
            <Verified since={person.verified?.email} isSame={draft.email === person.email} />
          </div>
          <div>
            <Input.Wrapper id={phoneId} label={t(LABELS.phone)} error={messages.phone} size="md">
              <div className={styles.phone}>
                <Select
                  aria-label={t(LABELS.country_code)}
                  w={112}
                  searchable
                  allowDeselect={false}
                  comboboxProps={{ width: 280, position: 'bottom-start', withinPortal: false }}
                  data={codes}
                  renderOption={({ option }) => `${(option as { name?: string }).name} ${option.label}`}
                  filter={({ options, search }) => filterCodes(options, search)}
                  value={draft.country_iso || countryOfCode(countries ?? [], draft.country_code)}
                  onChange={(iso) => {
                    const code = countries?.find((country) => country.iso === iso)?.phone_code;
                    if (iso && code) change({ country_iso: iso, country_code: code });
                  }}
                />
                <TextInput
                  {...field('phone')}
                  label={undefined}
                  id={phoneId}
                  error={messages.phone !== undefined}
                  inputMode="tel"
                  autoComplete="tel-national"
                  style={{ flex: 1 }}
                />
              </div>
            </Input.Wrapper>
            <Verified since={person.verified?.phone} isSame={draft.phone === draftOf(person).phone} />
          </div>
          {waiting('email')}
          {waiting('phone')}
        </div>
        <p className={styles.hint}>{t('settings.contacts.hint')}</p>
      </fieldset>

      <fieldset className={styles.group}>
        <legend>{t('settings.group.signIn')}</legend>
        <div className={styles.two}>
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
        <div className={styles.two}>
          <Textarea
            {...field('description')}
            className={styles.wide}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={USER_DESCRIPTION_MAX}
          />
          <Select
            label={t(LABELS.familystatus)}
            data={FAMILY_STATUSES.map((status) => ({
              value: status,
              label: t(`registration.form.family.${status === '-' ? 'none' : status}`),
            }))}
            value={draft.familystatus}
            allowDeselect={false}
            onChange={(value) => change({ familystatus: value ?? '-' })}
          />
          <div className={styles.gap} />
          <PlaceFields
            countries={countries}
            country={draft.country_id}
            city={draft.city_id}
            errors={messages}
            onChange={change}
          />
        </div>
      </fieldset>

      <fieldset className={styles.group}>
        <legend>{t('settings.group.calls')}</legend>
        <SegmentedControl
          aria-label={t('settings.group.calls')}
          size="md"
          radius="md"
          value={draft.allow_to_call}
          onChange={(value) => change({ allow_to_call: value === '1' ? '1' : '0' })}
          data={[
            { value: '1', label: t('settings.calls.all') },
            { value: '0', label: t('settings.calls.friends') },
          ]}
        />
        <p className={styles.hint}>
          {t('settings.calls.more')}{' '}
          <Link to="/profile/privacy" className="link">
            {t('settings.section.privacy')}
          </Link>
        </p>
      </fieldset>

      <fieldset className={styles.group}>
        <legend>{t(LABELS.legal_status)}</legend>
        <SegmentedControl
          aria-label={t(LABELS.legal_status)}
          size="md"
          radius="md"
          value={draft.legal_status}
          onChange={(value) => change({ legal_status: value === '1' ? '1' : '0' })}
          data={[
            { value: '0', label: t('registration.form.person') },
            { value: '1', label: t('registration.form.company') },
          ]}
        />
        <p className={styles.hint}>
          {t(
            person.legal_status === 1 && draft.legal_status === '0'
              ? 'settings.legal.forget'
              : 'registration.form.statusHint',
          )}
        </p>
        {draft.legal_status === '1' && (
          <>
            <div className={`${styles.two} ${styles.bank}`}>
              {BANK.map(({ name, isNumber }) => (
                <TextInput
                  key={name}
                  {...field(name)}
                  withAsterisk
                  className={name === 'bank_name' ? styles.wide : undefined}
                  inputMode={isNumber ? 'numeric' : undefined}
                  maxLength={BANK_FIELD_MAX}
                />
              ))}
            </div>
            <Verified since={person.verified?.inn} isSame={draft.bank_inn === person.bank?.bank_inn} />
            <p className={styles.hint}>{t('settings.bank.hint')}</p>
          </>
        )}
      </fieldset>

      <div className={styles.actions}>
        <SubmitButton isSending={state.isSending}>{t('settings.save')}</SubmitButton>
        {state.isUnsaved && <span className={styles.unsaved}>{t('settings.unsaved')}</span>}
      </div>
      {guard}
      {clash && (
        <SettingsConflict
          rows={clash.fields.map((name) => ({
            name,
            label: t(LABELS[name]),
            mine: shown(name, draft),
            theirs: shown(name, draftOf(clash.present)),
          }))}
          onSave={state.resolveClash}
          onBack={state.leaveClash}
        />
      )}
    </form>
  );

  function shown(name: SettingsField, values: SettingsDraft): string {
    const value = values[name];
    switch (name) {
      case 'familystatus':
        return t(`registration.form.family.${value === '-' ? 'none' : value}` as TextKey<'registration'>);
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
}

/** Guesses the country for a phone without one. Of several countries with the same code, takes the most likely. */
function countryOfCode(countries: readonly CountryChoice[], code: string): string | null {
  const ofCode = countries.filter(({ phone_code }) => phone_code === code);
  return (ofCode.find(({ iso }) => iso === 'RU') ?? ofCode[0])?.iso ?? null;
}

function filterCodes<T extends { label?: string; name?: string }>(options: readonly object[], search: string): T[] {
  const wanted = search.trim().toLowerCase().replace('+', '');
  return (options as T[]).filter(({ label, name }) => `${label} ${name}`.toLowerCase().includes(wanted));
}
