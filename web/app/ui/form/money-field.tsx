import { TextInput, type TextInputProps } from '@mantine/core';
import { useMoneyInput } from './use-money-input.ts';

interface MoneyFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'rightSection'> {
  value: string;
  onChange: (value: string) => void;
  hasKopecks?: boolean;
}

/** Field for a sum in roubles; see `useMoneyInput` for its value. */
export function MoneyField({ value, onChange, hasKopecks, error, description, ...rest }: MoneyFieldProps) {
  const { input, problem, note } = useMoneyInput({ value, onChange, hasKopecks });
  return (
    <TextInput
      {...rest}
      {...input}
      rightSection={<span aria-hidden="true">₽</span>}
      description={note ? <span role="status">{note}</span> : description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={problem ?? error}
    />
  );
}
