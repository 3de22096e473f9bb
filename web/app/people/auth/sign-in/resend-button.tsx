import '@mantine/core/styles/Button.css';
import { Button } from '@mantine/core';
import { useText } from '../../../platform/i18n.tsx';
import styles from '../auth-form.module.css';

function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function ResendButton({ secondsLeft, onResend }: { secondsLeft: number; onResend: () => void }) {
  const t = useText('auth');
  if (secondsLeft > 0) {
    return (
      <span className={`${styles.later} num`} role="timer">
        {t('auth.code.resendIn', { time: clockTime(secondsLeft) })}
      </span>
    );
  }
  return (
    <Button variant="subtle" onClick={onResend}>
      {t('auth.code.resend')}
    </Button>
  );
}
