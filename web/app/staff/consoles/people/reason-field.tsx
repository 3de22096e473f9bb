import { Textarea } from '@mantine/core';
import { REASON_MAX } from '#contract/people/users';
import { useText } from '../../../platform/i18n.tsx';

interface ReasonFieldProps {
  value: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}

export function ReasonField({ value, error, onChange }: ReasonFieldProps) {
  const t = useText('admin-people');
  return (
    <Textarea
      data-first
      label={t('admin-people.reason')}
      withAsterisk
      autosize
      minRows={3}
      maxLength={REASON_MAX}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
