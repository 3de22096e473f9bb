import { FEATURE_PAGES, FEATURES } from '@app/contract/platform/features';
import type { Announcement, SiteState } from '@app/contract/staff/operations';
import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { Suspense, startTransition, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { operationsApi } from '#contract/staff/operations';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { announcementKey, dismiss, loadDismissed } from './dismissed.ts';
import styles from './site-notices.module.css';

/** Polling interval in milliseconds; also the age at which the state is reloaded when the page becomes visible. */
const POLL_INTERVAL_MS = 300_000;

/** Announcements, and features of this page that are turned off; shown above every page. */
export function SiteNotices({ state: loaded }: { state: SiteState }) {
  const state = useFreshState(loaded);
  const { pathname } = useLocation();
  const off = FEATURES.filter(
    (feature) => state.features_off.includes(feature) && FEATURE_PAGES[feature].test(pathname),
  );
  const [hidden, setHidden] = useState<readonly string[]>([]);
  // An urgent change would take away what the server rendered until the texts have come.
  useEffect(() => startTransition(() => setHidden(loadDismissed())), []);
  const shown = state.announcements.filter((one) => !hidden.includes(announcementKey(one)));
  if (shown.length + off.length === 0) return null;
  const hide = (one: Announcement): void => {
    dismiss(announcementKey(one));
    setHidden(loadDismissed());
  };
  return (
    <Suspense>
      <Strips announcements={shown} off={off} onHide={hide} />
    </Suspense>
  );
}

interface StripsProps {
  announcements: readonly Announcement[];
  off: SiteState['features_off'];
  onHide: (announcement: Announcement) => void;
}

function Strips({ announcements, off, onHide }: StripsProps) {
  const t = useText('features');
  return (
    <section className={styles.strips} aria-label={t('features.announcements')}>
      {off.map((feature) => (
        <p key={feature} className={styles.strip} data-level="warning">
          <IconAlertTriangle size={19} stroke={ICON_STROKE} aria-hidden="true" />
          <span>{t(`features.off.${feature}`)}</span>
        </p>
      ))}
      {announcements.map((one) => (
        <div
          key={announcementKey(one)}
          className={styles.strip}
          data-level={one.level}
          {...(one.dismissible === 1 && { 'data-announcement': announcementKey(one) })}
        >
          <LevelIcon level={one.level} />
          <span>
            {one.text} <More url={one.url} />
          </span>
          {one.dismissible === 1 && (
            <button
              type="button"
              className={styles.hide}
              aria-label={`${t('features.announcement.hide')}: ${one.text}`}
              onClick={() => onHide(one)}
            >
              <IconX size={18} stroke={ICON_STROKE} aria-hidden="true" />
            </button>
          )}
        </div>
      ))}
    </section>
  );
}

function LevelIcon({ level }: Pick<Announcement, 'level'>) {
  const Icon = level === 'info' ? IconInfoCircle : IconAlertTriangle;
  return <Icon size={19} stroke={ICON_STROKE} aria-hidden="true" />;
}

function More({ url }: Pick<Announcement, 'url'>) {
  const t = useText('features');
  if (url === '') return null;
  return url.startsWith('/') ? (
    <Link to={url}>{t('features.announcement.more')}</Link>
  ) : (
    <a href={url} rel="noopener noreferrer">
      {t('features.announcement.more')}
    </a>
  );
}

function useFreshState(loaded: SiteState): SiteState {
  const [fresh, setFresh] = useState(loaded);
  useEffect(() => startTransition(() => setFresh(loaded)), [loaded]);
  useEffect(() => {
    let polledAt = Date.now();
    const poll = async (): Promise<void> => {
      if (document.hidden || Date.now() - polledAt < POLL_INTERVAL_MS) return;
      polledAt = Date.now();
      const { call } = await import('../../platform/call.ts');
      setFresh(await call(operationsApi.siteState));
    };
    // Offline, the known state stays until the next poll.
    const pollSafely = (): void => void poll().catch(() => {});
    const timer = setInterval(pollSafely, POLL_INTERVAL_MS / 5);
    document.addEventListener('visibilitychange', pollSafely);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', pollSafely);
    };
  }, []);
  return fresh;
}
