import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Input, SegmentedControl, Select, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { BANK_FIELD_MAX, FAMILY_STATUSES } from '#contract/people/users';
import { useText } from '../../../platform/i18n.tsx';
import type { TextKey } from '../../../platform/texts.ts';
import type { Form, TextField } from '../../../ui/form/use-form.ts';
import { BANK_FIELDS, type BankField } from './check-fields.ts';
import styles from './fields.module.css';

export interface CountryChoice {
  id: number;
  name: string;
  iso: string;
  phone_code: string;
}

export const LABELS = {
  lastname: 'registration.form.lastname',
  firstname: 'registration.form.firstname',
  middlename: 'registration.form.middlename',
  email: 'registration.form.email',
  country_code: 'registration.form.phoneCode',
  country_iso: 'registration.form.phoneCode',
  phone: 'registration.form.phone',
  login: 'registration.form.login',
  password: 'registration.form.password',
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
} as const satisfies Record<string, TextKey<'registration' | 'reference'>>;
type FieldName = keyof typeof LABELS;

type TextFieldProps = ReturnType<Form<Record<string, string>>['field']> & { label: string };

/** Props of a Mantine field of a person, with its label. The registration names the same fields `user_…`. */
export function useLabelledFields<Values>(form: Form<Values>) {
  const t = useText('registration', 'reference');
  return (name: TextField<Values> & (FieldName | `user_${FieldName}`)): TextFieldProps => ({
    ...form.field(name),
    label: t(LABELS[name.replace(/^user_/, '') as FieldName]),
  });
}

interface PhoneFieldProps {
  field: TextFieldProps;
  countries: readonly CountryChoice[];
  iso: string | null;
  isRequired?: boolean;
  onCountry: (iso: string, code: string) => void;
}

export function PhoneField({ field, countries, iso, isRequired, onCountry }: PhoneFieldProps) {
  const t = useText('registration');
  const id = useId();
  const { label, error, ...input } = field;
  return (
    <Input.Wrapper id={id} label={label} withAsterisk={isRequired} error={error} size="md">
      <div className={styles.phone}>
        <Select
          aria-label={t('registration.form.phoneCode')}
          w={114}
          searchable
          allowDeselect={false}
          comboboxProps={{ width: 280, position: 'bottom-start', withinPortal: false }}
          data={countries.map(({ iso, name, phone_code }) => ({ value: iso, label: `+${phone_code}`, name }))}
          renderOption={({ option }) => `${(option as { name?: string }).name} ${option.label}`}
          filter={({ options, search }) => filterCodes(options, search)}
          value={iso}
          onChange={(chosen) => {
            const code = countries.find((country) => country.iso === chosen)?.phone_code;
            if (chosen && code) onCountry(chosen, code);
          }}
        />
        <TextInput
          {...input}
          id={id}
          error={error !== undefined}
          inputMode="tel"
          autoComplete="tel-national"
          style={{ flex: 1 }}
          required={isRequired}
        />
      </div>
    </Input.Wrapper>
  );
}

function filterCodes<T extends { label?: string; name?: string }>(options: readonly object[], search: string): T[] {
  const wanted = search.trim().toLowerCase().replace('+', '');
  return (options as T[]).filter(({ label, name }) => `${label} ${name}`.toLowerCase().includes(wanted));
}

export function FamilyField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText('registration');
  return (
    <Select
      label={t('registration.form.family')}
      data={FAMILY_STATUSES.map((status) => ({
        value: status,
        label: t(`registration.form.family.${status === '-' ? 'none' : status}`),
      }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ?? '-')}
    />
  );
}

interface FlagFieldProps {
  className: string | undefined;
  label: string;
  value: '0' | '1';
  texts: readonly { value: '0' | '1'; label: string }[];
  hint: ReactNode;
  hintClass: string | undefined;
  onChange: (value: '0' | '1') => void;
  children?: ReactNode;
}

export function FlagField({ label, value, texts, hint, hintClass, onChange, children, className }: FlagFieldProps) {
  return (
    <fieldset className={className}>
      <legend>{label}</legend>
      <SegmentedControl
        aria-label={label}
        size="md"
        radius="md"
        value={value}
        onChange={(chosen) => onChange(chosen === '1' ? '1' : '0')}
        data={[...texts]}
      />
      <p className={hintClass}>{hint}</p>
      {children}
    </fieldset>
  );
}

export function BankFields({ field }: { field: (name: BankField) => TextFieldProps }) {
  return (
    <div className={styles.two}>
      {BANK_FIELDS.map((name) => (
        <TextInput
          key={name}
          {...field(name)}
          withAsterisk
          className={name === 'bank_name' ? styles.wide : undefined}
          inputMode={name === 'bank_name' || name === 'bank_kpp' ? undefined : 'numeric'}
          maxLength={BANK_FIELD_MAX}
        />
      ))}
    </div>
  );
}
