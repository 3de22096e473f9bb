import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PinInput.css';
import '@mantine/core/styles/Group.css';
import { PinInput } from '@mantine/core';
import { useId } from 'react';
import { CODE_LENGTH } from '#contract/people/auth';
import { useText } from '../../../platform/i18n.tsx';
import styles from '../auth-form.module.css';

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  onComplete: (value: string) => void;
}

export function CodeField({ value, onChange, onComplete }: CodeFieldProps) {
  const t = useText('auth');
  const labelId = useId();
  return (
    <div className={styles.pin}>
      <span id={labelId} className={styles.label}>
        {t('auth.code')}
      </span>
      <PinInput
        aria-labelledby={labelId}
        role="group"
        length={CODE_LENGTH}
        type="number"
        inputMode="numeric"
        oneTimeCode
        size="lg"
        placeholder=""
        value={value}
        onChange={onChange}
        onComplete={onComplete}
        gap="clamp(var(--ok-space-1), 2vw, var(--ok-space-3))"
        classNames={{ pinInput: styles.pinCell }}
        getInputProps={(i) => ({ 'aria-label': t('auth.code.digit', { n: i + 1 }) })}
      />
    </div>
  );
}
