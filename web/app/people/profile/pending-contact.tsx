import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Button.css';
import type { ContactKind, PendingContact as Pending } from '@app/contract/people/contacts';
import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CODE_LENGTH } from '#contract/people/auth';
import { contactsApi } from '#contract/people/contacts';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatPhone } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { toast } from '../../ui/toast/toast.ts';
import { CodeField } from '../auth/sign-in/code-field.tsx';
import { ResendButton } from '../auth/sign-in/resend-button.tsx';
import { useCountdown } from '../auth/sign-in/use-countdown.ts';
import styles from './settings-form.module.css';

interface PendingContactProps {
  kind: ContactKind;
  pending: Pending;
  /** The change has just been started on this page, so the code is the next input. */
  isNew: boolean;
  onDone: () => Promise<void>;
}

/**
 * A contact that waits for confirmation: code, resend, cancel. The password is asked for only when the server requires
 * it.
 */
export function PendingContact({ kind, pending, isNew, onDone }: PendingContactProps) {
  const t = useText('settings', 'auth');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState<string | null>(null);
  const [wrong, setWrong] = useState<{ code?: string; password?: string }>({});
  const { secondsLeft, start } = useCountdown(pending.resend_after);
  const passwordField = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLElement>(null);
  const { isSending, submit } = useSubmit({ onError: handleFailure });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears, once
  useEffect(() => {
    if (isNew) root.current?.querySelector('input')?.focus();
  }, []);
  const value = kind === 'phone' ? formatPhone(pending.value) : pending.value;

  function handleFailure(error: unknown): boolean {
    if (!isApiError(error)) return false;
    const { code: reason, message } = error.body;
    if (reason === 'current_password_required' || reason === 'current_password_wrong') {
      setPassword('');
      setWrong(reason === 'current_password_wrong' ? { password: message } : {});
      setTimeout(() => passwordField.current?.focus());
      return true;
    }
    if (reason !== 'code_wrong') return false;
    setCode('');
    setWrong({ code: message });
    return true;
  }

  const confirm = (typed: string): Promise<void> =>
    submit(async () => {
      setWrong({});
      const current_password = password ?? undefined;
      await call(contactsApi.confirm, { body: { kind, code: typed, current_password } });
      toast.success(t(`settings.pending.${kind}.done`));
      await onDone();
    });

  const resend = (): Promise<void> =>
    submit(async () => {
      const { resend_after } = await call(contactsApi.resend, { body: { kind } });
      setCode('');
      setWrong({});
      start(resend_after);
      toast.success(t('settings.pending.resent'));
    });

  const cancel = (): Promise<void> =>
    submit(async () => {
      await call(contactsApi.cancel, { params: { kind } });
      await onDone();
    });

  return (
    <section ref={root} className={styles.pending} aria-label={t(`settings.pending.${kind}`, { value })}>
      <p>
        <b>{t(`settings.pending.${kind}`, { value })}</b> {t(`settings.pending.sent.${pending.sent_to}`)}
      </p>
      <CodeField
        value={code}
        onChange={(typed) => {
          setCode(typed);
          setWrong({});
        }}
        onComplete={(typed) => {
          if (password === null) void confirm(typed);
        }}
      />
      {wrong.code && (
        <p role="alert" className={styles.wrong}>
          {wrong.code}
        </p>
      )}
      {password !== null && (
        <PasswordInput
          ref={passwordField}
          label={t('settings.password.current')}
          description={t('settings.pending.why')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('auth.password.show') }}
          value={password}
          error={wrong.password}
          aria-invalid={wrong.password !== undefined || undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyDown={(event) => {
            // The fields are inside the settings form, so Enter is handled here instead of a nested form.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void confirm(code);
          }}
        />
      )}
      <div className={styles.pendingActions}>
        <Button
          type="button"
          variant="light"
          aria-busy={isSending}
          disabled={code.length < CODE_LENGTH || password === ''}
          onClick={() => void confirm(code)}
        >
          {t('auth.code.confirm')}
        </Button>
        <ResendButton secondsLeft={secondsLeft} onResend={() => void resend()} />
        <Button type="button" variant="subtle" color="gray" onClick={() => void cancel()}>
          {t(`settings.pending.${kind}.cancel`)}
        </Button>
      </div>
    </section>
  );
}
