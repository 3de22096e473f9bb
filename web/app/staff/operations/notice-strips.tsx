import { IconAlertTriangle, IconInfoCircle, IconX } from 'virtual:icons';
import type { Announcement, SiteState } from '@app/contract/staff/operations';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { announcementKey } from './dismissed.ts';
import styles from './site-notices.module.css';

interface StripsProps {
  announcements: readonly Announcement[];
  off: SiteState['features_off'];
  onHide: (announcement: Announcement) => void;
}

export function NoticeStrips({ announcements, off, onHide }: StripsProps) {
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
