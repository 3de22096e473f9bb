import {
  type Icon,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDevices,
  IconDeviceTablet,
  IconDeviceTv,
  IconPencil,
  IconTerminal2,
  IconX,
} from 'virtual:icons';
import type { CitySource, DeviceKind, Factors, OpenSession } from '@app/contract/people/security';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { SESSION_NAME_MAX, securityApi } from '#contract/people/security';
import { call } from '../../platform/call.ts';
import { formatAgo } from '../../platform/format/ago.ts';
import { formatDateTime } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { IconButton } from '../../ui/buttons.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { isCancelled } from '../auth/passkey-ceremony.ts';
import { CITY_MAKERS } from '../city-makers.ts';
import { useReauthentication } from './reauthentication-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import styles from './security.module.css';
import { usePasskeyObstacle } from './use-passkey-obstacle.ts';

const ICONS: Record<DeviceKind, Icon> = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  tv: IconDeviceTv,
  program: IconTerminal2,
};

interface SessionsSectionProps {
  sessions: readonly OpenSession[];
  citySource: CitySource;
  /** Null when they could not be loaded. */
  factors: Factors | null;
  now: string;
}

export function SessionsSection({ sessions, citySource, factors, now }: SessionsSectionProps) {
  const t = useText('security');
  const { revalidate } = useRevalidator();
  const obstacle = usePasskeyObstacle(factors?.passkey_host ?? '');
  const { dialog, withReauthentication } = useReauthentication({
    hasPasskey: obstacle === null && factors !== null && factors.passkeys.length > 0,
  });
  const { isSending, submit } = useSubmit({ onError: isCancelled });
  const [ending, setEnding] = useState<OpenSession | 'others' | null>(null);
  const [renamed, setRenamed] = useState<OpenSession | null>(null);
  const others = sessions.filter(({ current }) => current === 0);

  const end = (session: OpenSession | 'others'): Promise<void> =>
    submit(async () => {
      setEnding(null);
      if (session === 'others') {
        const answer = await withReauthentication(() => call(securityApi.endOtherSessions));
        if (answer) toast.success(t('security.sessions.endedAll', { count: answer.ended }));
      } else if (await withReauthentication(() => call(securityApi.endSession, { params: { id: session.id } }))) {
        toast.success(t('security.sessions.ended'));
      }
      await revalidate();
    });

  return (
    <Section icon={IconDevices} title={t('security.sessions.title')}>
      <p className="dim">{t('security.sessions.text')}</p>
      <ul className={styles.rows}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            now={now}
            onRename={() => setRenamed(session)}
            onEnd={() => setEnding(session)}
          />
        ))}
      </ul>
      {citySource !== '' && sessions.some(({ city }) => city !== '') && (
        <p className={styles.source}>
          {t('security.sessions.cities')}{' '}
          <a href={CITY_MAKERS[citySource].url} className="link" target="_blank" rel="noopener noreferrer">
            {CITY_MAKERS[citySource].name}
          </a>
        </p>
      )}
      {others.length > 0 ? (
        <div className={styles.actions}>
          <button type="button" className={button('outline')} onClick={() => setEnding('others')}>
            {t('security.sessions.endAll')}
          </button>
        </div>
      ) : (
        <p className="dim">{t('security.sessions.onlyThis')}</p>
      )}
      {ending && (
        <ConfirmDialog
          question={t(ending === 'others' ? 'security.sessions.endAllQuestion' : 'security.sessions.endQuestion')}
          verb={t('security.sessions.end')}
          isBusy={isSending}
          onConfirm={() => void end(ending)}
          onClose={() => setEnding(null)}
        >
          <p>
            {ending === 'others'
              ? t('security.sessions.endAllText', { count: others.length })
              : t('security.sessions.endText')}
          </p>
        </ConfirmDialog>
      )}
      {renamed && (
        <RenameDialog
          title={t('security.sessions.rename')}
          name={renamed.name}
          maxLength={SESSION_NAME_MAX}
          mayBeEmpty
          onSave={async (name) => {
            await call(securityApi.renameSession, { params: { id: renamed.id }, body: { name } });
            setRenamed(null);
            await revalidate();
          }}
          onClose={() => setRenamed(null)}
        />
      )}
      {dialog}
    </Section>
  );
}

interface SessionRowProps {
  session: OpenSession;
  now: string;
  onRename: () => void;
  onEnd: () => void;
}

function SessionRow({ session, now, onRename, onEnd }: SessionRowProps) {
  const t = useText('security');
  const { name, device, kind, ip, city, created, last_seen, method, current } = session;
  const DeviceIcon = ICONS[kind];
  const look = device || t('security.sessions.unknown');
  const title = name || look;
  return (
    <li className={styles.row} data-current={current === 1 ? '' : undefined}>
      <span className={styles.rowIcon} aria-hidden="true">
        <DeviceIcon size={22} stroke={ICON_STROKE} />
      </span>
      <div className={styles.rowText}>
        <p className={styles.rowTitle}>
          {title}
          {current === 1 && <span className={styles.badge}>{t('security.sessions.this')}</span>}
        </p>
        <p className={styles.facts}>
          {name && <span>{look}</span>}
          {city && <span>{city}</span>}
          {ip && <span>{ip}</span>}
          {current === 0 && <LastSeen moment={last_seen} now={now} />}
        </p>
        <p className={styles.facts}>
          <time dateTime={created}>{t('security.sessions.since', { date: formatDateTime(created) })}</time>
          <span>{t(`security.method.${method}`)}</span>
        </p>
      </div>
      <div className={styles.rowTools}>
        <IconButton
          size={20}
          icon={IconPencil}
          label={t('security.sessions.renameThis', { name: title })}
          onClick={onRename}
        />
        {current === 0 && (
          <IconButton size={20} icon={IconX} label={t('security.sessions.endThis', { name: title })} onClick={onEnd} />
        )}
      </div>
    </li>
  );
}

function LastSeen({ moment, now }: { moment: string; now: string }) {
  const t = useText('security');
  const lang = useLanguage();
  const [at, setAt] = useState(() => Date.parse(now));
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={moment}>{t('security.sessions.seen', { ago: formatAgo(lang, moment, at) })}</time>;
}
