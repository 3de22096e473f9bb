import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, redirect } from 'react-router';
import { authApi, REFERRAL_CODE_MAX } from '#contract/auth';
import { usersApi } from '#contract/users';
import { call } from '../../platform/call.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { toast } from '../../ui/toast.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import form from '../auth-form.module.css';
import { AuthLayout } from '../auth-layout.tsx';
import type { Route } from './+types/pre-registration-page.ts';
import styles from './registration.module.css';

export const handle = { frame: false, texts: ['registration', 'auth'] } satisfies PageHandle;

interface Friend {
  id: number;
  firstname: string;
  lastname: string;
  photo: string | null;
}

export async function loader({
  context,
  request,
}: Route.LoaderArgs): Promise<{ friend: Friend | null; referral: string }> {
  const { call: ask, viewer } = context.get(hostContext);
  if (viewer) throw redirect('/');
  const query = new URL(request.url).searchParams;
  const id = Number(query.get('friend_id'));
  const user =
    id > 0 ? await ask(usersApi.get, { params: { id }, query: { phone: 'masked' } }).catch(() => null) : null;
  return {
    friend: user && { id: user.id, firstname: user.firstname, lastname: user.lastname, photo: user.photo },
    referral: query.get('referral') ?? '',
  };
}

/** Who invited: by code, or by the friend whose link was followed. */
export default function PreRegistrationPage({ loaderData }: Route.ComponentProps) {
  const t = useText('registration', 'auth');
  const [code, setCode] = useState(loaderData.referral);
  const [friend, setFriend] = useState(loaderData.friend);
  const { isSending, submit } = useSubmit();

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (code.trim() === '') {
      toast.error(t('registration.pre.empty'));
      return;
    }
    void submit(async () => {
      const { user } = await call(authApi.referral, { body: { user_referral: code } });
      setFriend(user);
    });
  }

  return (
    <AuthLayout
      aside={
        <>
          {t('auth.login.haveAccount')} <Link to="/auth">{t('auth.login.submit')}</Link>
        </>
      }
    >
      <PageHead
        title={`${t('registration.pre.title')} · ${t('frame.name')}`}
        description={t('registration.description')}
        noIndex
      />
      <h1>{t('registration.pre.title')}</h1>
      <p className={form.text}>{t('registration.pre.text')}</p>
      {friend ? (
        <>
          <div className={styles.found}>
            <UserPic firstname={friend.firstname} lastname={friend.lastname} photo={friend.photo} size={56} />
            {`${friend.firstname} ${friend.lastname}`.trim()}
          </div>
          <div className={styles.actions}>
            <Button component={Link} to={`/register?friend_id=${friend.id}`} size="lg" h={52}>
              {t('registration.pre.confirm')}
            </Button>
            <Button variant="subtle" onClick={() => setFriend(null)}>
              {t('registration.pre.other')}
            </Button>
          </div>
        </>
      ) : (
        <form noValidate className={form.form} onSubmit={handleSubmit}>
          <TextInput
            label={t('registration.pre.code')}
            value={code}
            maxLength={REFERRAL_CODE_MAX}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <div className={form.actions}>
            <SubmitButton isSending={isSending}>{t('registration.pre.find')}</SubmitButton>
            <Link to="/register" className="link">
              {t('registration.pre.skip')}
            </Link>
          </div>
        </form>
      )}
    </AuthLayout>
  );
}
