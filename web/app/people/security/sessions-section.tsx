import type { DeviceKind, OpenSession } from '@app/contract/people/security';
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
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { SESSION_NAME_MAX, securityApi } from '#contract/people/security';
import { call } from '../../platform/call.ts';
import { formatAgo } from '../../platform/format/ago.ts';
import { formatDateTime } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { RenameDialog } from './rename-dialog.tsx';
import styles from './security.module.css';

const ICONS: Record<DeviceKind, Icon> = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  tv: IconDeviceTv,
  program: IconTerminal2,
};

interface SessionsSectionProps {
  sessions: readonly OpenSession[];
  now: string;
}

export function SessionsSection({ sessions, now }: SessionsSectionProps) {
  const t = useText('security');
  const { revalidate } = useRevalidator();
  const { isSending, submit } = useSubmit();
  const ending = useRef<HTMLDialogElement>(null);
  const endingAll = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<OpenSession | null>(null);
  const [renamed, setRenamed] = useState<OpenSession | null>(null);
  const others = sessions.filter(({ current }) => current === 0);

  const endOne = (): Promise<void> =>
    submit(async () => {
      if (chosen === null) return;
      await call(securityApi.endSession, { params: { id: chosen.id } });
      ending.current?.close();
      toast.success(t('security.sessions.ended'));
      await revalidate();
    });

  const endAll = (): Promise<void> =>
    submit(async () => {
      const { ended } = await call(securityApi.endOtherSessions);
      endingAll.current?.close();
      toast.success(t('security.sessions.endedAll', { count: ended }));
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
            onEnd={() => {
              setChosen(session);
              ending.current?.showModal();
            }}
          />
        ))}
      </ul>
      {others.length > 0 ? (
        <div className={styles.actions}>
          <button type="button" className={button('outline')} onClick={() => endingAll.current?.showModal()}>
            {t('security.sessions.endAll')}
          </button>
        </div>
      ) : (
        <p className="dim">{t('security.sessions.onlyThis')}</p>
      )}
      <ConfirmDialog
        ref={ending}
        question={t('security.sessions.endQuestion')}
        verb={t('security.sessions.end')}
        isBusy={isSending}
        onConfirm={() => void endOne()}
      >
        <p>{t('security.sessions.endText')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        ref={endingAll}
        question={t('security.sessions.endAllQuestion')}
        verb={t('security.sessions.end')}
        isBusy={isSending}
        onConfirm={() => void endAll()}
      >
        <p>{t('security.sessions.endAllText', { count: others.length })}</p>
      </ConfirmDialog>
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
  const { name, device, kind, ip, created, last_seen, method, current } = session;
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
          {ip && <span>{ip}</span>}
          {current === 0 && <LastSeen moment={last_seen} now={now} />}
        </p>
        <p className={styles.facts}>
          <time dateTime={created}>{t('security.sessions.since', { date: formatDateTime(created) })}</time>
          <span>{t(`security.method.${method}`)}</span>
        </p>
      </div>
      <div className={styles.rowTools}>
        <button
          type="button"
          className={iconButton}
          aria-label={t('security.sessions.renameThis', { name: title })}
          onClick={onRename}
        >
          <IconPencil size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
        {current === 0 && (
          <button
            type="button"
            className={iconButton}
            aria-label={t('security.sessions.endThis', { name: title })}
            onClick={onEnd}
          >
            <IconX size={20} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
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
