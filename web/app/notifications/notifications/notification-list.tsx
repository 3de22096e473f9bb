import { IconBell, IconCheck, IconCloudOff, IconSettings } from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './notification-list.module.css';
import { NotificationRow } from './notification-row.tsx';
import { NotificationSkeleton } from './notification-skeleton.tsx';
import type { Notifications } from './use-notifications.ts';

interface NotificationListProps {
  notifications: Notifications;
  heading: 'h1' | 'h2';
  onFollow?: () => void;
}

export function NotificationList({ notifications, heading: Heading, onFollow }: NotificationListProps) {
  const t = useText('notifications');
  const { list, total, fresh, state, isLoadingMore, hasUnread, reload, loadMore, markAllRead, remove } = notifications;
  return (
    <>
      <div className={styles.head}>
        <Heading className={styles.title}>{t('notifications.title')}</Heading>
        <span className={styles.tools}>
          {hasUnread && (
            <button type="button" className={`${button('quiet', 'small')} ${styles.readAll}`} onClick={markAllRead}>
              <IconCheck size={18} stroke={2} aria-hidden="true" />
              {t('notifications.readAll')}
            </button>
          )}
          <Link
            to="/profile/notifications"
            className={iconButton}
            aria-label={t('notifications.settings')}
            title={t('notifications.settings')}
            onClick={onFollow}
          >
            <IconSettings size={20} stroke={ICON_STROKE} aria-hidden="true" />
          </Link>
        </span>
      </div>
      <div className={styles.rows} aria-busy={state === 'loading'}>
        {state === 'loading' && list.length === 0 && <NotificationSkeleton />}
        {state === 'failed' && (
          <div role="alert">
            <Notice
              icon={<IconCloudOff size={40} stroke={ICON_STROKE} />}
              tone="berry"
              title={t('notifications.error')}
              text={t('frame.error.network')}
              heading={Heading === 'h1' ? 'h2' : 'h3'}
            >
              <button type="button" className={button('plain')} onClick={reload}>
                {t('frame.retry')}
              </button>
            </Notice>
          </div>
        )}
        {state === 'ready' && list.length === 0 && (
          <Notice
            icon={<IconBell size={40} stroke={ICON_STROKE} />}
            title={t('notifications.empty.title')}
            text={t('notifications.empty.text')}
            heading={Heading === 'h1' ? 'h2' : 'h3'}
          />
        )}
        {state !== 'failed' && list.length > 0 && (
          <ul>
            {list.map((notification) => (
              <li key={notification.id}>
                <NotificationRow
                  notification={notification}
                  isNew={fresh.has(notification.id)}
                  {...(onFollow && { onFollow })}
                  onAnswered={() => remove(notification.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {state !== 'failed' && list.length < total && (
        <button type="button" className={styles.more} disabled={isLoadingMore} onClick={loadMore}>
          {isLoadingMore ? t('frame.loading') : t('notifications.more')}
        </button>
      )}
    </>
  );
}
