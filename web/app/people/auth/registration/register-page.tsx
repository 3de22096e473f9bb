import type { User } from '@app/contract/people/users';
import type { DocumentName } from '@app/contract/platform/documents';
import { useEffect, useRef, useState } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { documentsApi } from '#contract/people/documents';
import { usersApi } from '#contract/people/users';
import { referenceApi } from '#contract/reference/reference';
import { hostContext } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import type { CountryChoice } from '../../users/fields/person-fields.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { RegistrationSteps } from '../registration-steps.tsx';
import type { Route } from './+types/register-page.ts';
import { PolicyStep } from './policy-step.tsx';
import styles from './registration.module.css';
import { RegistrationClosed } from './registration-closed.tsx';
import { RegistrationForm } from './registration-form.tsx';

export const handle = { frame: false, texts: ['registration', 'auth', 'errors', 'reference'] } satisfies PageHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { call, viewer, invitedBy, site } = context.get(hostContext);
  if (viewer) throw redirect('/');
  const named = url.searchParams.get('friend_id');
  // An invitation that was followed days ago still counts; `0` means that nobody invited.
  const friend = Number(named ?? invitedBy);
  const [{ countries }, { documents }, inviter] = await Promise.all([
    call(referenceApi.listCountries),
    call(documentsApi.list),
    friend > 0 ? call(usersApi.get, { params: { id: friend }, query: { phone: 'masked' } }).catch(() => null) : null,
  ]);
  const versionOf = (wanted: DocumentName): string => documents.find(({ name }) => name === wanted)?.version ?? '';
  return {
    countries: countries.map(({ id, name, iso, phone_code }): CountryChoice => ({ id, name, iso, phone_code })),
    inviter: inviter && toInviter(inviter),
    versions: { policy: versionOf('policy'), consent: versionOf('consent'), agreement: versionOf('agreement') },
    home: site.home,
    mode: site.registration,
  };
}

function toInviter({ id, firstname, lastname, photo }: User) {
  return { id, firstname, lastname, photo };
}

export default function RegisterPage({
  loaderData: { countries, versions, inviter, home, mode },
}: Route.ComponentProps) {
  const t = useText('registration', 'auth');
  const navigate = useNavigate();
  const [isAccepted, setAccepted] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAccepted) heading.current?.focus();
  }, [isAccepted]);

  if (mode === 'closed') return <RegistrationClosed />;
  return (
    <AuthLayout>
      <PageHead title={`${t('registration.title')} · ${t('frame.name')}`} description={t('registration.description')} />
      <RegistrationSteps step={isAccepted ? 1 : 0} />
      {mode && (
        <p className={styles.mode} role="note">
          {t(`registration.${mode}.text`)}
        </p>
      )}
      {isAccepted ? (
        <>
          <h1 ref={heading} tabIndex={-1}>
            {t('registration.form.title')}
          </h1>
          {inviter && (
            <div className={styles.invite}>
              <UserPic {...inviter} size={36} />
              <span>
                {t('registration.form.invited')} <b>{`${inviter.firstname} ${inviter.lastname}`.trim()}</b>.{' '}
                {t('registration.form.invitedText')}{' '}
                <Link to="/registration" className={`link ${styles.notInvited}`}>
                  {t('registration.form.notInvited')}
                </Link>
              </span>
            </div>
          )}
          <RegistrationForm
            countries={countries}
            invitationUserId={inviter?.id ?? null}
            home={home}
            mode={mode}
            versions={versions}
          />
        </>
      ) : (
        <PolicyStep onAccept={() => setAccepted(true)} onReject={() => void navigate('/')} />
      )}
    </AuthLayout>
  );
}
