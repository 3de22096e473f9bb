import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import type { Session } from '@app/contract/people/auth';
import { TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, redirect, useLocation, useNavigate, useRouteLoaderData } from 'react-router';
import { authApi } from '#contract/people/auth';
import { ROLES } from '#contract/platform/permissions';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { consumeSignOutReason, type SignOutReason } from '../../platform/signed-out.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Route } from './+types/auth-page.ts';
import styles from './auth-form.module.css';
import { AuthLayout } from './auth-layout.tsx';
import { nextPage } from './next-page.ts';
import { PasswordField } from './password-field.tsx';
import { enterSite, restoredMessage } from './sign-in/enter-site.ts';
import { PasskeyButton } from './sign-in/passkey-button.tsx';
import { SecondFactor } from './sign-in/second-factor.tsx';

export const handle = { frame: false, texts: ['auth'] } satisfies PageHandle;

/** `lacksRights`: the signed-in account may not open the page it came from, so another sign-in is offered. */
export function loader({ context, url }: Route.LoaderArgs): { lacksRights: boolean } {
  const { viewer } = context.get(hostContext);
  const next = nextPage(url.search);
  const lacksRights =
    viewer !== null && /^\/admin(?:[/?#]|$)/.test(next) && !ROLES.some((role) => viewer.permissions.includes(role));
  if (viewer && !lacksRights) throw redirect(next);
  return { lacksRights };
}

export default function AuthPage({ loaderData: { lacksRights } }: Route.ComponentProps) {
  const t = useText('auth');
  const { search } = useLocation();
  const navigate = useNavigate();
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [challenge, setChallenge] = useState<string | null>(null);
  const [reason, setReason] = useState<SignOutReason>();
  useEffect(() => {
    const taken = consumeSignOutReason();
    if (taken !== undefined) setReason(taken);
  }, []);
  const [missing, setMissing] = useState<{ login?: boolean; password?: boolean }>({});
  const publicUrl = useRouteLoaderData<RootData>('root')?.publicUrl ?? '';
  const loginField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const { isSending, submit } = useSubmit({
    onError(error) {
      setPassword('');
      passwordField.current?.focus();
      if (isApiError(error) && error.body.code === 'second_factor_required') {
        setChallenge(String(error.body.challenge));
        return true;
      }
      if (isApiError(error) && error.body.code === 'suspended' && error.body.measure !== undefined) {
        // The sanction's page shows the reason, the end and the appeal.
        toast.error(error.body.message);
        void navigate(`/measures/appeal?token=${encodeURIComponent((error.body.measure as { token: string }).token)}`);
        return true;
      }
      if (!isApiError(error) || error.body.code !== 'not_activated') return false;
      toast.error(error.body.message);
      void navigate(`/activation/${Number(error.body.user_id)}${search}`);
      return true;
    },
  });

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const isLoginMissing = login.trim() === '';
    if (isLoginMissing || password === '') {
      setMissing({ login: isLoginMissing, password: password === '' });
      (isLoginMissing ? loginField : passwordField).current?.focus();
      toast.error(t('auth.login.incomplete'));
      return;
    }
    void submit(async () => {
      await enter(await call(authApi.login, { body: { login, password } }));
    });
  }

  const enter = async (session: Session): Promise<void> =>
    enterSite(nextPage(search), restoredMessage(session, t('auth.login.restored')));

  return (
    <AuthLayout
      aside={
        challenge === null && (
          <>
            {t('auth.login.newHere')} <Link to={`/register${search}`}>{t('auth.login.register')}</Link>
          </>
        )
      }
    >
      <PageHead
        title={`${t('auth.login.title')} · ${t('frame.name')}`}
        description={t('auth.login.description')}
        noIndex
      />
      {challenge === null ? (
        <>
          <h1>{t('auth.login.title')}</h1>
          {reason !== undefined && (
            <p role="alert" className={styles.text}>
              {t(`frame.sessionOver.${reason}`)}
            </p>
          )}
          {lacksRights && (
            <p role="alert" className={styles.text}>
              {t('auth.login.noRights')}{' '}
              <Link to="/" className="link">
                {t('frame.home')}
              </Link>
            </p>
          )}
          <form noValidate className={styles.form} onSubmit={handleSubmit}>
            <TextInput
              label={t('auth.login.field')}
              description={t('auth.login.hint')}
              inputWrapperOrder={['label', 'input', 'description']}
              withAsterisk
              ref={loginField}
              autoFocus
              error={missing.login}
              name="login"
              autoComplete="username webauthn"
              value={login}
              onChange={(event) => {
                setLogin(event.currentTarget.value);
                setMissing({ ...missing, login: false });
              }}
            />
            <PasswordField
              ref={passwordField}
              label={t('auth.password')}
              withAsterisk
              error={missing.password}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                setPassword(event.currentTarget.value);
                setMissing({ ...missing, password: false });
              }}
            />
            <div className={styles.actions}>
              <SubmitButton isSending={isSending}>{t('auth.login.submit')}</SubmitButton>
              <Link to={`/recovery${search}`} state={{ login }} className="link">
                {t('auth.login.forgot')}
              </Link>
            </div>
          </form>
          <PasskeyButton publicUrl={publicUrl} isSigningIn={isSending} onSignedIn={enter} />
        </>
      ) : (
        <SecondFactor challenge={challenge} onSignedIn={enter} onBack={() => setChallenge(null)} />
      )}
    </AuthLayout>
  );
}
