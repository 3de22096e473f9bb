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
 * The button of a form. While it sends, a loader takes the place of the words and the width stays; it can still be
 * pressed, because a second press is answered with a word instead of silence.
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
