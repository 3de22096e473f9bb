import '@mantine/core/styles/Input.css';
import { IconMailFast } from 'virtual:icons';
import type { Session } from '@app/contract/people/auth';
import { TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { SECOND_FACTOR_CODE_MAX, SECOND_FACTOR_RESET_DAYS, securityApi, TOTP_DIGITS } from '#contract/people/security';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import styles from '../auth-form.module.css';

interface SecondFactorProps {
  challenge: string;
  onSignedIn: (session: Session) => Promise<void>;
  onBack: () => void;
}

export function SecondFactor({ challenge, onSignedIn, onBack }: SecondFactorProps) {
  const t = useText('auth');
  const field = useRef<HTMLInputElement>(null);
  const resetDialog = useRef<HTMLDialogElement>(null);
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [due, setDue] = useState<string | null>(null);
  const { isSending, submit } = useSubmit({
    onError(error) {
      setCode('');
      field.current?.focus();
      if (!isApiError(error) || error.body.code !== 'gone') return false;
      toast.error(error.body.message);
      onBack();
      return true;
    },
  });

  const send = (value: string): Promise<void> =>
    submit(async () => {
      await onSignedIn(await call(securityApi.secondFactor, { body: { challenge, code: value } }));
    });

  function handleChange(value: string): void {
    setCode(value);
    const digits = value.replace(/\s/g, '');
    if (!isRecovery && new RegExp(`^\\d{${TOTP_DIGITS}}$`).test(digits)) void send(digits);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (code.trim() === '') toast.error(t('auth.second.empty'));
    else void send(code);
  }

  const requestReset = (): Promise<void> =>
    submit(async () => {
      resetDialog.current?.close();
      const reset = await call(securityApi.requestSecondFactorReset, { body: { challenge } });
      setDue(reset.due);
    });

  if (due !== null) return <ResetRequested due={due} onBack={onBack} />;
  return (
    <>
      <h1>{t('auth.second.title')}</h1>
      <p className={styles.text}>{t(isRecovery ? 'auth.second.recoveryText' : 'auth.second.text')}</p>
      <form noValidate className={styles.form} onSubmit={handleSubmit}>
        <TextInput
          // Remounting gives the browser a new field for autofill and moves the focus there.
          key={String(isRecovery)}
          ref={field}
          autoFocus
          label={t(isRecovery ? 'auth.second.recoveryCode' : 'auth.second.code')}
          name={isRecovery ? 'recovery-code' : 'code'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={isRecovery ? SECOND_FACTOR_CODE_MAX : TOTP_DIGITS + 1}
          spellCheck={false}
          autoCapitalize={isRecovery ? 'characters' : undefined}
          classNames={{ input: 'num' }}
          size="lg"
          value={code}
          onChange={(event) => handleChange(event.currentTarget.value)}
        />
        <div className={styles.actions}>
          <SubmitButton isSending={isSending}>{t('auth.code.confirm')}</SubmitButton>
          <button
            type="button"
            className={`link ${styles.more}`}
            onClick={() => {
              setRecovery(!isRecovery);
              setCode('');
            }}
          >
            {t(isRecovery ? 'auth.second.useApp' : 'auth.second.useRecovery')}
          </button>
        </div>
        <div className={styles.actions}>
          <button type="button" className={`link ${styles.more}`} onClick={onBack}>
            {t('auth.recovery.backToLogin')}
          </button>
          <button type="button" className={`link ${styles.more}`} onClick={() => resetDialog.current?.showModal()}>
            {t('auth.second.noCodes')}
          </button>
        </div>
      </form>
      <ConfirmDialog
        ref={resetDialog}
        question={t('auth.second.resetQuestion')}
        verb={t('auth.second.resetVerb')}
        isBusy={isSending}
        onConfirm={() => void requestReset()}
      >
        <p>{t('auth.second.resetExplain', { days: SECOND_FACTOR_RESET_DAYS })}</p>
      </ConfirmDialog>
    </>
  );
}

function ResetRequested({ due, onBack }: { due: string; onBack: () => void }) {
  const t = useText('auth');
  return (
    <Notice
      heading="h1"
      tone="gold"
      icon={<IconMailFast size={40} stroke={1.5} />}
      title={t('auth.second.resetTitle')}
      text={t('auth.second.resetText', { date: formatDateTime(due) })}
    >
      <button type="button" className={button('light')} onClick={onBack}>
        {t('auth.recovery.backToLogin')}
      </button>
    </Notice>
  );
}
