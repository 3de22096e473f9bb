import { TextInput } from '@mantine/core';
import { useText } from '../../../platform/i18n.tsx';
import type { TextKey } from '../../../platform/texts.ts';
import type { Draft } from './draft.ts';
import styles from './registration.module.css';

type BankField = Extract<keyof Draft, `user_bank_${string}`>;

const FIELDS: readonly { name: BankField; label: TextKey<'registration'>; digits?: number; isWide?: boolean }[] = [
  { name: 'user_bank_name', label: 'registration.form.bankName', isWide: true },
  { name: 'user_bank_account', label: 'registration.form.bankAccount', digits: 20 },
  { name: 'user_bank_cor', label: 'registration.form.bankCor', digits: 20 },
  { name: 'user_bank_bik', label: 'registration.form.bik', digits: 9 },
  { name: 'user_bank_inn', label: 'registration.form.inn', digits: 12 },
  { name: 'user_bank_kpp', label: 'registration.form.kpp', digits: 9 },
];

interface BankFieldsProps {
  draft: Draft;
  errors: Partial<Record<keyof Draft, string>>;
  onChange: (name: BankField, value: string) => void;
}

export function BankFields({ draft, errors, onChange }: BankFieldsProps) {
  const t = useText('registration');
  return (
    <fieldset className={styles.group}>
      <legend>{t('registration.form.bank')}</legend>
      <div className={styles.two}>
        {FIELDS.map(({ name, label, digits, isWide }) => (
          <TextInput
            key={name}
            className={isWide ? styles.wide : undefined}
            label={t(label)}
            withAsterisk
            name={name}
            inputMode={digits ? 'numeric' : undefined}
            maxLength={digits ?? 120}
            value={draft[name]}
            error={errors[name]}
            onChange={(event) => onChange(name, event.currentTarget.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
