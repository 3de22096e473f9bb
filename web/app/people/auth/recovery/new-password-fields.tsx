import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/ActionIcon.css';
import { PasswordInput } from '@mantine/core';
import { useText } from '../../../platform/i18n.tsx';

export interface NewPassword {
  first: string;
  second: string;
}

interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  errors?: Partial<NewPassword>;
  onBlur?: (field: keyof NewPassword) => void;
}

export function NewPasswordFields({ value, onChange, errors = {}, onBlur }: NewPasswordFieldsProps) {
  const t = useText('auth');
  const shared = {
    withAsterisk: true,
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('auth.password.show') },
  };
  return (
    <>
      <PasswordInput
        {...shared}
        label={t('auth.password.new')}
        description={t('auth.password.advice')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value.first}
        error={errors.first}
        aria-invalid={errors.first !== undefined || undefined}
        onBlur={() => onBlur?.('first')}
        onChange={(event) => onChange({ ...value, first: event.currentTarget.value })}
      />
      <PasswordInput
        {...shared}
        label={t('auth.password.repeat')}
        value={value.second}
        error={errors.second}
        aria-invalid={errors.second !== undefined || undefined}
        onBlur={() => onBlur?.('second')}
        onChange={(event) => onChange({ ...value, second: event.currentTarget.value })}
      />
    </>
  );
}
