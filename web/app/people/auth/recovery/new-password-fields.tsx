import { useText } from '../../../platform/i18n.tsx';
import { PasswordField } from '../password-field.tsx';

export interface NewPassword {
  first: string;
  second: string;
}

interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
}

export function NewPasswordFields({ value, onChange }: NewPasswordFieldsProps) {
  const t = useText('auth');
  const shared = { withAsterisk: true, autoComplete: 'new-password' };
  return (
    <>
      <PasswordField
        {...shared}
        label={t('auth.password.new')}
        description={t('auth.password.advice')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value.first}
        onChange={(event) => onChange({ ...value, first: event.currentTarget.value })}
      />
      <PasswordField
        {...shared}
        label={t('auth.password.repeat')}
        value={value.second}
        onChange={(event) => onChange({ ...value, second: event.currentTarget.value })}
      />
    </>
  );
}
