import { useText } from '../../../platform/i18n.tsx';
import { PasswordField } from '../password-field.tsx';

export interface NewPassword {
  first: string;
  second: string;
}

interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  /** Message beside the first field, or beside the second where that is the wrong one. */
  problem?: string | undefined;
  isFocused?: boolean;
}

export function NewPasswordFields({ value, onChange, problem, isFocused = false }: NewPasswordFieldsProps) {
  const t = useText('auth');
  const shared = { withAsterisk: true, autoComplete: 'new-password' };
  const isOfRepeat = problem === t('auth.password.mismatch');
  return (
    <>
      <PasswordField
        {...shared}
        label={t('auth.password.new')}
        description={t('auth.password.advice')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoFocus={isFocused}
        error={isOfRepeat ? undefined : problem}
        value={value.first}
        onChange={(event) => onChange({ ...value, first: event.currentTarget.value })}
      />
      <PasswordField
        {...shared}
        label={t('auth.password.repeat')}
        error={isOfRepeat && problem}
        value={value.second}
        onChange={(event) => onChange({ ...value, second: event.currentTarget.value })}
      />
    </>
  );
}
