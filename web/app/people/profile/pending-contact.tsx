import '@mantine/core/styles/Button.css';
import type { ContactKind, PendingContact as Pending } from '@app/contract/people/contacts';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CODE_LENGTH } from '#contract/people/auth';
import { contactsApi } from '#contract/people/contacts';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { usePhoneFormat } from '../../platform/format/phone.tsx';
import { useText } from '../../platform/i18n.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { PasswordField } from '../auth/password-field.tsx';
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
  const [needsPassword, setNeedsPassword] = useState(false);
  const { secondsLeft, start } = useCountdown(pending.resend_after);
  const passwordField = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLElement>(null);
  const form = useForm({
    initial: { code: '', password: '' },
    onError: handleFailure,
    async send({ code, password }) {
      const current_password = needsPassword ? password : undefined;
      await call(contactsApi.confirm, { body: { kind, code, current_password } });
      toast.success(t(`settings.pending.${kind}.done`));
      await onDone();
    },
  });
  const { values, errors, change, submit, props } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it appears, once
  useEffect(() => {
    if (isNew) root.current?.querySelector('input')?.focus();
  }, []);
  const title = t(`settings.pending.${kind}`, { value: usePhoneFormat(pending.value) });

  function handleFailure(error: unknown): boolean {
    if (!isApiError(error)) return false;
    const { code: reason, message } = error.body;
    const isPassword = reason === 'current_password_required' || reason === 'current_password_wrong';
    if (!isPassword && reason !== 'code_wrong') return false;
    const name = isPassword ? 'password' : 'code';
    change({ [name]: '' });
    if (reason !== 'current_password_required') form.reject({ [name]: message });
    if (isPassword) {
      setNeedsPassword(true);
      setTimeout(() => passwordField.current?.focus());
    }
    return true;
  }

  const resend = (): Promise<void> =>
    submit(async () => {
      const { resend_after } = await call(contactsApi.resend, { body: { kind } });
      change({ code: '' }, Object.keys(values));
      start(resend_after);
      toast.success(t('settings.pending.resent'));
    });

  async function cancel(): Promise<void> {
    await call(contactsApi.cancel, { params: { kind } });
    await onDone();
  }

  return (
    <section ref={root} className={styles.pending} aria-label={title}>
      <p>
        <b>{title}</b> {t(`settings.pending.sent.${pending.sent_to}`)}
      </p>
      <CodeField
        value={values.code}
        onChange={(code) => change({ code }, Object.keys(values))}
        onComplete={(code) => {
          change({ code });
          if (!needsPassword) props.onSubmit();
        }}
      />
      {errors.code && (
        <p role="alert" className={styles.wrong}>
          {errors.code}
        </p>
      )}
      {needsPassword && (
        <PasswordField
          {...form.field('password')}
          ref={passwordField}
          label={t('settings.password.current')}
          description={t('settings.pending.why')}
          autoComplete="current-password"
          onKeyDown={(event) => {
            // The fields are inside the settings form, so Enter is handled here instead of a nested form.
            if (event.key === 'Enter') props.onSubmit(event);
          }}
        />
      )}
      <div className={styles.pendingActions}>
        <Button
          type="button"
          variant="light"
          aria-busy={form.isSending}
          disabled={values.code.length < CODE_LENGTH || (needsPassword && values.password === '')}
          onClick={props.onSubmit}
        >
          {t('auth.code.confirm')}
        </Button>
        <ResendButton secondsLeft={secondsLeft} onResend={() => void resend()} />
        <Button type="button" variant="subtle" color="gray" onClick={() => void submit(cancel)}>
          {t(`settings.pending.${kind}.cancel`)}
        </Button>
      </div>
    </section>
  );
}
