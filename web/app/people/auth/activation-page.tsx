import '@mantine/core/styles/Input.css';
import { IconMailCheck } from 'virtual:icons';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { authApi, CODE_LENGTH, RESEND_AFTER_SECONDS } from '#contract/people/auth';
import { EMAIL_MAX } from '#contract/people/users';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { hostContext, orMissing } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Route } from './+types/activation-page.ts';
import styles from './auth-form.module.css';
import { AuthLayout } from './auth-layout.tsx';
import { nextPage } from './next-page.ts';
import { RegistrationSteps } from './registration-steps.tsx';
import { CodeField } from './sign-in/code-field.tsx';
import { enterSite } from './sign-in/enter-site.ts';
import { ResendButton } from './sign-in/resend-button.tsx';
import { useCode } from './sign-in/use-code.ts';
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
  const { search } = useLocation();
  const code = useCode();
  const [isWaiting, setWaiting] = useState(false);
  const { secondsLeft, start } = useCountdown(resendAfter);
  const activation = useSubmit({
    fallback: t('auth.activation.failed'),
    onError: (error) => {
      code.reject(error);
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
      const { session, waiting } = await call(authApi.confirm, { body: { user_id: userId, sign_in: 1 } });
      if (waiting === 1) return setWaiting(true);
      if (session !== undefined) return enterSite(nextPage(search), t('auth.activation.done'));
      toast.success(t('auth.activation.done'));
      await navigate(`/auth${search}`);
    });
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    activate(code.value);
  }

  function handleResend(): void {
    void resending.submit(async () => {
      const { resend_after } = await call(authApi.sendAgain, { body: { user_id: userId } });
      start(resend_after);
      toast.success(t('auth.code.sentToMail'));
    });
  }

  if (isWaiting) return <RequestSent />;
  return (
    <AuthLayout>
      <PageHead title={`${t('auth.activation.title')} · ${t('frame.name')}`} noIndex />
      <RegistrationSteps step={2} />
      <h1>{t('auth.activation.title')}</h1>
      <p className={styles.text}>{t('auth.activation.text')}</p>
      <Recipient
        userId={userId}
        onCorrected={(seconds) => {
          code.change('');
          start(seconds);
        }}
      />
      <form className={styles.form} onSubmit={handleSubmit}>
        <CodeField value={code.value} onChange={code.change} onComplete={activate} error={code.error} isFocused />
        <div className={styles.actions}>
          <SubmitButton isSending={activation.isSending}>{t('auth.code.confirm')}</SubmitButton>
          <ResendButton secondsLeft={secondsLeft} onResend={handleResend} />
        </div>
      </form>
    </AuthLayout>
  );
}

/** The address is confirmed, and staff have yet to approve the registration. */
function RequestSent() {
  const t = useText('auth');
  return (
    <AuthLayout>
      <PageHead title={`${t('auth.waiting.title')} · ${t('frame.name')}`} noIndex />
      <div role="status">
        <Notice
          heading="h1"
          icon={<IconMailCheck size={40} stroke={1.5} />}
          title={t('auth.waiting.title')}
          text={t('auth.waiting.text')}
        />
      </div>
    </AuthLayout>
  );
}

interface RecipientProps {
  userId: number;
  onCorrected: (resendAfter: number) => void;
}

/** The address of the code and its correction; nothing where this browser did not register. */
function Recipient({ userId, onCorrected }: RecipientProps) {
  const t = useText('auth');
  const { value } = useLoaded(userId, (signal) =>
    call(authApi.activationState, { params: { user_id: userId }, signal, isQuiet: true }),
  );
  const [corrected, setCorrected] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const form = useForm({
    initial: { email: '' },
    fallback: t('auth.code.failed'),
    async send(typed) {
      const answer = await call(authApi.correctEmail, { params: { user_id: userId }, body: typed });
      setCorrected(answer.email);
      setOpen(false);
      onCorrected(answer.resend_after);
      toast.success(t('auth.code.sentToMail'));
    },
  });
  const email = corrected ?? value?.email;
  if (email === undefined) return null;
  if (!isOpen) {
    return (
      <div className={styles.sentTo}>
        <p aria-live="polite">{t('auth.activation.sentTo', { email })}</p>
        <button
          type="button"
          className="link"
          onClick={() => {
            form.replace({ email });
            setOpen(true);
          }}
        >
          {t('auth.activation.wrongEmail')}
        </button>
      </div>
    );
  }
  return (
    <form {...form.props} className={`${styles.form} ${styles.correction}`}>
      <TextInput
        {...form.field('email')}
        label={t('auth.activation.email')}
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        autoFocus
      />
      <div className={styles.actions}>
        <SubmitButton isSending={form.isSending}>{t('auth.activation.send')}</SubmitButton>
        <Button variant="subtle" onClick={() => setOpen(false)}>
          {t('auth.activation.cancel')}
        </Button>
      </div>
    </form>
  );
}
