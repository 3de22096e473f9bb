import { IconShieldLock } from 'virtual:icons';
import { useState } from 'react';
import { redirect, useRevalidator } from 'react-router';
import { securityApi } from '#contract/people/security';
import { isApiError } from '../../platform/api-error.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProfileFrame } from '../profile/profile-frame.tsx';
import type { Route } from './+types/security-page.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import styles from './security.module.css';
import { SecurityLogSection } from './security-log-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TotpSection } from './totp-section.tsx';

export const handle = { texts: ['settings', 'security', 'auth'] } satisfies PageHandle;

/** Each part is null when loading it failed; the rest of the page is shown. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect('/auth?next=/profile/security');
  const orNull = (error: unknown): null => {
    if (isApiError(error)) return null;
    throw error;
  };
  const [sessions, factors, journal] = await Promise.all([
    call(securityApi.sessions).catch(orNull),
    call(securityApi.factors).catch(orNull),
    call(securityApi.securityLog).catch(orNull),
  ]);
  return {
    sessions: sessions?.sessions ?? null,
    citySource: sessions?.city_source ?? '',
    factors,
    events: journal?.events ?? null,
    now: new Date().toISOString(),
  };
}

export default function SecurityPage({
  loaderData: { sessions, citySource, factors, events, now },
}: Route.ComponentProps) {
  const t = useText('settings', 'security');
  // Sockets of this page were refused, so that the next one is loaded whole.
  const [wasRequired] = useState(factors?.required_of === 'everybody');
  return (
    <ProfileFrame title={t('settings.section.security')}>
      {factors?.required === 1 && (
        <p className={styles.alert} role="alert">
          {t(factors.required_of === 'everybody' ? 'security.required.everybody' : 'security.required')}
        </p>
      )}
      {wasRequired && factors?.required === 0 && (
        <p className={styles.alert} role="status">
          {t('security.required.done')} <a href="/">{t('security.required.continue')}</a>
        </p>
      )}
      {factors ? (
        <>
          <TotpSection factors={factors} />
          <PasskeysSection factors={factors} />
        </>
      ) : (
        <PartFailed />
      )}
      {sessions ? (
        <SessionsSection sessions={sessions} citySource={citySource} factors={factors} now={now} />
      ) : (
        <PartFailed />
      )}
      {events ? <SecurityLogSection events={events} /> : <PartFailed />}
    </ProfileFrame>
  );
}

function PartFailed() {
  const t = useText('security');
  const { revalidate } = useRevalidator();
  return (
    <Notice tone="berry" icon={<IconShieldLock size={40} stroke={1.5} />} title={t('security.failed')}>
      <button type="button" className={button('plain')} onClick={() => void revalidate()}>
        {t('frame.retry')}
      </button>
    </Notice>
  );
}
