import '@mantine/core/styles/Input.css';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { authApi, CODE_LENGTH } from '#contract/people/auth';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import styles from '../auth-form.module.css';
import { AuthLayout } from '../auth-layout.tsx';
import { CodeField } from '../sign-in/code-field.tsx';
import { ResendButton } from '../sign-in/resend-button.tsx';
import { useCountdown } from '../sign-in/use-countdown.ts';
import { type NewPassword, NewPasswordFields } from './new-password-fields.tsx';

export const handle = { frame: false, texts: ['auth'] } satisfies PageHandle;

type Step = 'login' | 'code' | 'password';
const STEPS: readonly Step[] = ['login', 'code', 'password'];
const EMPTY: NewPassword = { first: '', second: '' };

export default function RecoveryPage() {
  const t = useText('auth');
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>('login');
  const [login, setLogin] = useState('');
  const [userId, setUserId] = useState(0);
  const [code, setCode] = useState('');
  const [password, setPassword] = useState(EMPTY);
  const { secondsLeft, start } = useCountdown(0);
  const sending = useSubmit({ fallback: t('auth.code.failed') });
  const { isSending, submit } = useSubmit({
    onError: () => {
      setCode('');
      return false;
    },
  });

  function sendCode(): void {
    void sending.submit(async () => {
      const { user_id, resend_after } = await call(authApi.recovery, { body: { user: login } });
      setUserId(user_id);
      start(resend_after);
      setStep('code');
      toast.success(t('auth.code.sent'));
    });
  }

  function checkCode(value: string): void {
    if (value.length < CODE_LENGTH) return;
    void submit(async () => {
      await call(authApi.recoveryConfirm, { body: { email_code: value, user_id: userId } });
      setStep('password');
    });
  }

  function savePassword(): void {
    if (password.first === '') {
      toast.error(t('auth.password.empty'));
      return;
    }
    if (password.first !== password.second) {
      setPassword({ ...password, second: '' });
      toast.error(t('auth.password.mismatch'));
      return;
    }
    void submit(async () => {
      await call(authApi.recoveryChange, {
        body: { first_password: password.first, second_password: password.second, user_id: userId },
      });
      toast.success(t('auth.recovery.done'));
      await navigate('/auth');
    });
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (step === 'login' && login.trim() !== '') sendCode();
    if (step === 'code') checkCode(code);
    if (step === 'password') savePassword();
  }

  return (
    <AuthLayout aside={<Link to="/auth">{t('auth.recovery.backToLogin')}</Link>}>
      <PageHead title={`${t('auth.recovery.title')} · ${t('frame.name')}`} noIndex />
      <p className="dim">{t('auth.recovery.step', { n: STEPS.indexOf(step) + 1 })}</p>
      <h1>{t('auth.recovery.title')}</h1>
      <p className={styles.text}>{t(`auth.recovery.${step}Text`)}</p>
      <form noValidate className={styles.form} onSubmit={handleSubmit}>
        {step === 'login' && (
          <TextInput
            label={t('auth.login.field')}
            description={t('auth.login.hint')}
            inputWrapperOrder={['label', 'input', 'description']}
            withAsterisk
            autoComplete="username"
            value={login}
            onChange={(event) => setLogin(event.currentTarget.value)}
          />
        )}
        {step === 'code' && <CodeField value={code} onChange={setCode} onComplete={checkCode} />}
        {step === 'password' && (
          <>
            {/* The hidden login field tells password managers for which account to save the new password. */}
            <input className="sr" tabIndex={-1} aria-hidden="true" autoComplete="username" value={login} readOnly />
            <NewPasswordFields value={password} onChange={setPassword} />
          </>
        )}
        <div className={styles.actions}>
          <SubmitButton isSending={isSending || sending.isSending}>
            {t(step === 'login' ? 'auth.recovery.send' : step === 'code' ? 'auth.code.confirm' : 'auth.recovery.save')}
          </SubmitButton>
          {step === 'code' && <ResendButton secondsLeft={secondsLeft} onResend={sendCode} />}
        </div>
      </form>
    </AuthLayout>
  );
}
