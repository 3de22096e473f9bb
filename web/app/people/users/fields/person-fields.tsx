import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { findBank, isSoleTrader } from '@app/contract/people/banks';
import { Input, type InputWrapperProps, SegmentedControl, Select, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { BANK_FIELD_MAX, COMPANY_NAME_MAX, FAMILY_STATUSES } from '#contract/people/users';
import { useText } from '../../../platform/i18n.tsx';
import type { TextKey } from '../../../platform/texts.ts';
import type { Form, TextField } from '../../../ui/form/use-form.ts';
import type { BankField } from './check-fields.ts';
import styles from './fields.module.css';

const FIELD_ORDER: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

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
  activity: 'registration.form.activity',
  description: 'registration.form.aboutText',
  familystatus: 'registration.form.family',
  country_id: 'reference.place.country',
  city_id: 'reference.place.city',
  district: 'reference.place.district',
  allow_to_call: 'registration.form.calls',
  legal_status: 'registration.form.status',
  company_name: 'registration.form.companyName',
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
  iso: string;
  code: string;
  isRequired?: boolean;
  onCountry: (iso: string, code: string) => void;
}

export function PhoneField({ field, countries, iso, code, isRequired, onCountry }: PhoneFieldProps) {
  const t = useText('registration');
  const id = useId();
  const { label, error, ...input } = field;
  const chosen = findPhoneCountry(countries, iso, code);
  return (
    <Input.Wrapper id={id} label={label} withAsterisk={isRequired} error={error} size="md">
      <div className={styles.phone}>
        <Select
          aria-label={t('registration.form.phoneCode')}
          w={114}
          searchable
          allowDeselect={false}
          comboboxProps={{ width: 280, position: 'bottom-start', withinPortal: false }}
          // Countries added by staff may have no ISO code, and several may share one phone code.
          data={countries.map(({ id, name, phone_code }) => ({ value: String(id), label: `+${phone_code}`, name }))}
          renderOption={({ option }) => `${(option as { name?: string }).name} ${option.label}`}
          filter={({ options, search }) => filterCodes(options, search)}
          value={chosen === undefined ? null : String(chosen.id)}
          onChange={(id) => {
            const country = countries.find((known) => String(known.id) === id);
            if (country !== undefined) onCountry(country.iso, country.phone_code);
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

/** Without an ISO code the likeliest of the countries that share the phone code. */
function findPhoneCountry(countries: readonly CountryChoice[], iso: string, code: string): CountryChoice | undefined {
  const ofCode = countries.filter(({ phone_code }) => phone_code === code);
  if (iso !== '') return countries.find((country) => country.iso === iso);
  return ofCode.find((country) => country.iso === '') ?? ofCode.find((country) => country.iso === 'RU') ?? ofCode[0];
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

interface BankFieldsProps {
  field: (name: BankField | 'company_name') => TextFieldProps;
  onChange: (details: Partial<Record<'bank_name' | 'bank_cor' | 'bank_kpp', string>>) => void;
}

/** Details of a company. The length of the INN tells a sole trader, and the BIK a large bank; no register is asked. */
export function BankFields({ field, onChange }: BankFieldsProps) {
  const t = useText('registration');
  const [isFilled, setFilled] = useState(false);
  const isTrader = isSoleTrader(field('bank_inn').value);

  function fillBank(bik: string): void {
    const bank = findBank(bik);
    const isFree = field('bank_name').value === '' && field('bank_cor').value === '';
    setFilled(bank !== undefined && isFree);
    if (bank !== undefined && isFree) onChange({ bank_name: bank.name, bank_cor: bank.cor });
  }

  const propsOf = (name: BankField | 'company_name') => ({ ...field(name), withAsterisk: true });
  const digitsOf = (name: BankField) => ({
    ...propsOf(name),
    inputMode: 'numeric' as const,
    maxLength: BANK_FIELD_MAX,
  });
  const inn = digitsOf('bank_inn');
  const bik = digitsOf('bank_bik');
  return (
    <div className={styles.two}>
      <TextInput
        {...propsOf('company_name')}
        className={styles.wide}
        autoComplete="organization"
        maxLength={COMPANY_NAME_MAX}
      />
      <TextInput
        {...inn}
        onChange={(event) => {
          inn.onChange(event);
          if (isSoleTrader(event.currentTarget.value)) onChange({ bank_kpp: '' });
        }}
        description={t(isTrader ? 'registration.form.inn.person' : 'registration.form.inn.company')}
        inputWrapperOrder={FIELD_ORDER}
      />
      {isTrader ? <span /> : <TextInput {...propsOf('bank_kpp')} maxLength={BANK_FIELD_MAX} />}
      <TextInput
        {...bik}
        description={isFilled && t('registration.form.bank.known')}
        inputWrapperOrder={FIELD_ORDER}
        onChange={(event) => {
          bik.onChange(event);
          fillBank(event.currentTarget.value);
        }}
      />
      <TextInput {...propsOf('bank_name')} maxLength={BANK_FIELD_MAX} />
      <TextInput {...digitsOf('bank_account')} />
      <TextInput {...digitsOf('bank_cor')} />
    </div>
  );
}
