import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/ActionIcon.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '../../platform/i18n.tsx';

export function PasswordField(props: PasswordInputProps) {
  const t = useText('auth');
  return (
    <PasswordInput
      // Mantine's password fields do not set `aria-invalid` themselves.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('auth.password.show') }}
      {...props}
    />
  );
}
