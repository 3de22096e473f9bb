import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, redirect } from 'react-router';
import { authApi, REFERRAL_CODE_MAX } from '#contract/people/auth';
import { usersApi } from '#contract/people/users';
import { call } from '../../../platform/call.ts';
import { hostContext } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import form from '../auth-form.module.css';
import { AuthLayout } from '../auth-layout.tsx';
import type { Route } from './+types/pre-registration-page.ts';
import { parseTypedCode } from './parse-typed-code.ts';
import styles from './registration.module.css';
import { RegistrationClosed } from './registration-closed.tsx';

export const handle = { frame: false, texts: ['registration', 'auth'] } satisfies PageHandle;

interface Friend {
  id: number;
  firstname: string;
  lastname: string;
  photo: string | null;
}

interface Loaded {
  /** The inviter whose link was followed now or within the last 30 days. */
  friend: Friend | null;
  referral: string;
  isClosed?: boolean;
}

export async function loader({ context, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call: callApi, viewer, invitedBy, site } = context.get(hostContext);
  if (viewer) throw redirect('/');
  const query = url.searchParams;
  const referral = query.get('referral') ?? '';
  const named = Number(query.get('friend_id'));
  // A code in the address takes precedence over the remembered inviter.
  const id = named > 0 || referral !== '' ? named : invitedBy;
  const user =
    id !== null && id > 0
      ? await callApi(usersApi.get, { params: { id }, query: { phone: 'masked' } }).catch(() => null)
      : null;
  return {
    friend: user && { id: user.id, firstname: user.firstname, lastname: user.lastname, photo: user.photo },
    referral,
    isClosed: site.registration === 'closed',
  };
}

export default function PreRegistrationPage({ loaderData }: Route.ComponentProps) {
  return loaderData.isClosed ? <RegistrationClosed /> : <PreRegistration {...loaderData} />;
}

export function PreRegistration({ friend: linked, referral }: Loaded) {
  const t = useText('registration', 'auth');
  const [code, setCode] = useState(referral);
  const [friend, setFriend] = useState(linked);
  const field = useRef<HTMLInputElement>(null);
  const { isSending, submit } = useSubmit();

  const find = (typed: string): Promise<void> =>
    submit(async () => {
      const { user } = await call(authApi.referral, { body: { user_referral: typed.slice(0, REFERRAL_CODE_MAX) } });
      setFriend(user);
    });

  const findReferral = useEffectEvent(() => {
    if (referral !== '' && linked === null) void find(referral);
  });
  useEffect(() => findReferral(), []);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const typed = parseTypedCode(code);
    setCode(typed);
    if (typed === '') {
      toast.error(t('registration.pre.empty'));
      field.current?.focus();
      return;
    }
    void find(typed);
  }

  const typed = parseTypedCode(code);
  return (
    <AuthLayout>
      <PageHead
        title={`${t('registration.pre.title')} · ${t('frame.name')}`}
        description={t('registration.description')}
        noIndex
      />
      <h1>{t('registration.pre.title')}</h1>
      <p className={form.text}>{t('registration.pre.text')}</p>
      {friend ? (
        <>
          <div className={styles.found} role="status">
            <UserPic firstname={friend.firstname} lastname={friend.lastname} photo={friend.photo} size={56} />
            <span className={styles.foundWords}>
              <span className="dim">{t('registration.pre.found')}</span>
              <b>{`${friend.firstname} ${friend.lastname}`.trim()}</b>
            </span>
          </div>
          <div className={styles.actions}>
            <Button
              component={Link}
              // The typed code is put into the address, because it takes precedence over a link that was opened
              // earlier.
              to={`/register?friend_id=${friend.id}${typed === '' ? '' : `&referral=${encodeURIComponent(typed)}`}`}
              size="lg"
              h={52}
            >
              {t('registration.pre.confirm')}
            </Button>
            <Button
              variant="subtle"
              onClick={() => {
                setFriend(null);
                setCode('');
              }}
            >
              {t('registration.pre.other')}
            </Button>
          </div>
        </>
      ) : (
        <form noValidate className={form.form} onSubmit={handleSubmit}>
          <TextInput
            ref={field}
            label={t('registration.pre.code')}
            description={t('registration.pre.hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <div className={form.actions}>
            <SubmitButton isSending={isSending}>{t('registration.pre.find')}</SubmitButton>
            {/* Registering without an inviter also ignores the remembered one. */}
            <Link to="/register?friend_id=0" className="link">
              {t('registration.pre.skip')}
            </Link>
          </div>
        </form>
      )}
    </AuthLayout>
  );
}
