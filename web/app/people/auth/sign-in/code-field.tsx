import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PinInput.css';
import '@mantine/core/styles/Group.css';
import { PinInput } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { CODE_LENGTH } from '#contract/people/auth';
import { useText } from '../../../platform/i18n.tsx';
import styles from '../auth-form.module.css';

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  onComplete: (value: string) => void;
  error?: string | undefined;
  /** Whether the first box takes the focus on arrival. */
  isFocused?: boolean;
}

/** Boxes of the digits; an error stands below them, and the focus returns to the first box. */
export function CodeField({ value, onChange, onComplete, error, isFocused = false }: CodeFieldProps) {
  const t = useText('auth');
  const id = useId();
  const labelId = useId();
  const errorId = useId();
  const boxes = useRef<HTMLDivElement>(null);
  const hasFailed = error !== undefined;

  useEffect(() => {
    if (isFocused) boxes.current?.querySelector('input')?.focus();
  }, [isFocused]);
  useEffect(() => {
    if (hasFailed) boxes.current?.querySelector('input')?.focus();
  }, [hasFailed]);

  return (
    <div className={styles.pin}>
      <span id={labelId} className={styles.label}>
        {t('auth.code')}
      </span>
      <PinInput
        // Mantine's own id changes after the first render, and the boxes with it.
        id={id}
        rootRef={boxes}
        aria-labelledby={labelId}
        aria-describedby={error === undefined ? undefined : errorId}
        role="group"
        length={CODE_LENGTH}
        type="number"
        inputMode="numeric"
        oneTimeCode
        size="lg"
        placeholder=""
        error={error !== undefined}
        value={value}
        onChange={onChange}
        onComplete={onComplete}
        gap="clamp(var(--ok-space-1), 2vw, var(--ok-space-3))"
        classNames={{ pinInput: styles.pinCell }}
        getInputProps={(i) => ({
          'aria-label': t('auth.code.digit', { n: i + 1 }),
          'aria-invalid': error !== undefined || undefined,
        })}
      />
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
    </div>
  );
}
