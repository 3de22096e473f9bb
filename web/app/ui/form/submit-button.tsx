import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './submit-button.module.css';

interface SubmitButtonProps {
  isSending: boolean;
  icon?: ReactNode;
  children: ReactNode;
}

/**
 * Submit button. While sending, a loader replaces the label at the same width. The button stays enabled, because a
 * second press gets an explanation.
 */
export function SubmitButton({ isSending, icon, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      size="lg"
      h={52}
      px="var(--ok-space-8)"
      leftSection={icon}
      aria-busy={isSending}
      className={isSending ? styles.busy : undefined}
    >
      {children}
      {isSending && <Loader size={22} color="currentColor" className={styles.loader} aria-hidden="true" />}
    </Button>
  );
}
