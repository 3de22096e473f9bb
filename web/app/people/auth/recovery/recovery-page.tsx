import '@mantine/core/styles/Input.css';
import type { Session } from '@app/contract/people/auth';
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { authApi, CODE_LENGTH } from '#contract/people/auth';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { storeToast, toast } from '../../../ui/toast/toast.ts';
import styles from '../auth-form.module.css';
import { AuthLayout } from '../auth-layout.tsx';
import { nextPage } from '../next-page.ts';
import { CodeField } from '../sign-in/code-field.tsx';
import { enterSite, restoredMessage } from '../sign-in/enter-site.ts';
import { ResendButton } from '../sign-in/resend-button.tsx';
import { SecondFactor } from '../sign-in/second-factor.tsx';
import { useCode } from '../sign-in/use-code.ts';
import { useCountdown } from '../sign-in/use-countdown.ts';
import { type NewPassword, NewPasswordFields } from './new-password-fields.tsx';

export const handle = { frame: false, texts: ['auth'] } satisfies PageHandle;

type Step = 'login' | 'code' | 'password';
const STEPS: readonly Step[] = ['login', 'code', 'password'];
const EMPTY: NewPassword = { first: '', second: '' };

export default function RecoveryPage() {
  const t = useText('auth');
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const [step, setStep] = useState<Step>('login');
  const [login, setLogin] = useState<string>(state?.login ?? '');
  const [userId, setUserId] = useState(0);
  const code = useCode();
  const [password, setPassword] = useState(EMPTY);
  const [problem, setProblem] = useState<string>();
  const [challenge, setChallenge] = useState<string | null>(null);
  const { secondsLeft, start } = useCountdown(0);
  const sending = useSubmit({ fallback: t('auth.code.failed') });
  const { isSending, submit } = useSubmit({
    onError: (error) => {
      if (step === 'code') code.reject(error);
      else if (isApiError(error)) setProblem(error.body.fields?.first_password);
      return false;
    },
  });
  const enter = async (session: Session): Promise<void> =>
    enterSite(nextPage(search), restoredMessage(session, t('auth.login.restored')));

  function sendCode(): void {
    void sending.submit(async () => {
      const { user_id, resend_after } = await call(authApi.recovery, { body: { user: login } });
      setUserId(user_id);
      start(resend_after);
      code.change('');
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

  function refuse(text: string): void {
    setProblem(text);
    toast.error(text);
  }

  function savePassword(): void {
    if (password.first === '') {
      refuse(t('auth.password.empty'));
      return;
    }
    if (password.first !== password.second) {
      setPassword({ ...password, second: '' });
      refuse(t('auth.password.mismatch'));
      return;
    }
    void submit(async () => {
      const { session, challenge: second } = await call(authApi.recoveryChange, {
        body: { first_password: password.first, second_password: password.second, user_id: userId, sign_in: 1 },
      });
      if (session !== undefined) {
        storeToast('success', t('auth.recovery.done'));
        return enter(session);
      }
      toast.success(t('auth.recovery.done'));
      if (second === undefined) await navigate(`/auth${search}`);
      else setChallenge(second);
    });
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (step === 'login') {
      if (login.trim() === '') refuse(t('auth.recovery.loginMissing'));
      else sendCode();
    }
    if (step === 'code') checkCode(code.value);
    if (step === 'password') savePassword();
  }

  if (challenge !== null) {
    return (
      <AuthLayout>
        <SecondFactor challenge={challenge} onSignedIn={enter} onBack={() => void navigate(`/auth${search}`)} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout aside={<Link to={`/auth${search}`}>{t('auth.recovery.backToLogin')}</Link>}>
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
            autoFocus
            error={problem}
            autoComplete="username"
            value={login}
            onChange={(event) => {
              setLogin(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
        )}
        {step === 'code' && (
          <CodeField value={code.value} onChange={code.change} onComplete={checkCode} error={code.error} isFocused />
        )}
        {step === 'password' && (
          <>
            {/* The hidden login field tells password managers for which account to save the new password. */}
            <input className="sr" tabIndex={-1} aria-hidden="true" autoComplete="username" value={login} readOnly />
            <NewPasswordFields
              value={password}
              problem={problem}
              isFocused
              onChange={(typed) => {
                setPassword(typed);
                setProblem(undefined);
              }}
            />
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
