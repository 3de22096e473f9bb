import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { authApi, CODE_LENGTH, RESEND_AFTER_SECONDS } from '#contract/people/auth';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { hostContext, orMissing } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Route } from './+types/activation-page.ts';
import styles from './auth-form.module.css';
import { AuthLayout } from './auth-layout.tsx';
import { RegistrationSteps } from './registration-steps.tsx';
import { CodeField } from './sign-in/code-field.tsx';
import { ResendButton } from './sign-in/resend-button.tsx';
import { useCountdown } from './sign-in/use-countdown.ts';

export const handle = { frame: false, texts: ['auth'] } satisfies PageHandle;

export async function loader({ context, params }: Route.LoaderArgs): Promise<{ userId: number; resendAfter: number }> {
  const { call: callApi } = context.get(hostContext);
  const { user_id, resend_after } = await orMissing(
    callApi(authApi.activationState, { params: { user_id: params.user_id } }),
  );
  return { userId: user_id, resendAfter: resend_after };
}

export default function ActivationPage({ loaderData: { userId, resendAfter } }: Route.ComponentProps) {
  const t = useText('auth');
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const { secondsLeft, start } = useCountdown(resendAfter);
  const activation = useSubmit({
    fallback: t('auth.activation.failed'),
    onError: () => {
      setCode('');
      return false;
    },
  });
  const resending = useSubmit({
    fallback: t('auth.code.failed'),
    onError: (error) => {
      if (isApiError(error) && error.body.code === 'resend_too_early')
        start(Number(error.body.resend_after ?? RESEND_AFTER_SECONDS));
      return false;
    },
  });

  function activate(value: string): void {
    if (value.length < CODE_LENGTH) return;
    void activation.submit(async () => {
      await call(authApi.checkCode, { body: { user_id: userId, sms_code: value } });
      await call(authApi.confirm, { body: { user_id: userId } });
      toast.success(t('auth.activation.done'));
      await navigate('/auth');
    });
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    activate(code);
  }

  function handleResend(): void {
    void resending.submit(async () => {
      const { resend_after } = await call(authApi.sendAgain, { body: { user_id: userId } });
      start(resend_after);
      toast.success(t('auth.code.sentToMail'));
    });
  }

  return (
    <AuthLayout>
      <PageHead title={`${t('auth.activation.title')} · ${t('frame.name')}`} noIndex />
      <RegistrationSteps step={2} />
      <h1>{t('auth.activation.title')}</h1>
      <p className={styles.text}>{t('auth.activation.text')}</p>
      <form className={styles.form} onSubmit={handleSubmit}>
        <CodeField value={code} onChange={setCode} onComplete={activate} />
        <div className={styles.actions}>
          <SubmitButton isSending={activation.isSending}>{t('auth.code.confirm')}</SubmitButton>
          <ResendButton secondsLeft={secondsLeft} onResend={handleResend} />
        </div>
      </form>
    </AuthLayout>
  );
}
