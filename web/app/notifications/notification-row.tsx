import type { Notification, NotificationKind } from '@app/contract/notifications';
import {
  type Icon,
  IconArchive,
  IconBan,
  IconClock,
  IconEye,
  IconFlag,
  IconMessage2,
  IconPhone,
  IconRefresh,
  IconSearch,
  IconShieldCheck,
  IconTag,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatAgo } from '../platform/ago.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import { ICON_STROKE } from '../ui/icon.ts';
import { UserPic } from '../ui/user-pic.tsx';
import styles from './notification-row.module.css';

/** What stands for a notification that comes from nobody in particular. */
const ICONS: Record<NotificationKind, Icon> = {
  comment: IconMessage2,
  reply: IconMessage2,
  saved_search: IconSearch,
  price_drop: IconTag,
  back_on_sale: IconRefresh,
  new_ad: IconTag,
  ad_expires: IconClock,
  ad_expired: IconArchive,
  ad_published: IconShieldCheck,
  ad_held: IconEye,
  ad_blocked: IconBan,
  complaint_received: IconFlag,
  complaint_outcome: IconFlag,
  subscriber: IconUserPlus,
  phone_revealed: IconPhone,
  friend_request: IconUserPlus,
  friend_accept: IconUserPlus,
  referral_joined: IconUserPlus,
  payment: IconTag,
  like: IconMessage2,
  stream_start: IconMessage2,
  missed_call: IconPhone,
};
const PICTURE_SIZE = 44;

interface NotificationRowProps {
  notification: Notification;
  isNew: boolean;
  onFollow?: () => void;
}

export function NotificationPicture({ notification: { kind, meta } }: { notification: Notification }) {
  if (meta.user) return <UserPic {...meta.user} size={PICTURE_SIZE} />;
  const KindIcon = ICONS[kind] ?? IconTag;
  return (
    <span className={styles.icon} data-alarm={kind === 'ad_blocked' || undefined} aria-hidden="true">
      <KindIcon size={22} stroke={ICON_STROKE} />
    </span>
  );
}

/** One notification; all of it leads to what it is about. */
export function NotificationRow({ notification, isNew, onFollow }: NotificationRowProps) {
  const t = useText('notifications');
  const lang = useLanguage();
  const { title, body, timestamp, link } = notification;
  return (
    <Link to={link} className={styles.row} data-new={isNew || undefined} onClick={onFollow}>
      <NotificationPicture notification={notification} />
      <span className={styles.text}>
        <span className={styles.head}>
          <b className={styles.title}>{title}</b>
          <time className={styles.ago} dateTime={timestamp} suppressHydrationWarning>
            {formatAgo(lang, timestamp, Date.now())}
          </time>
          {isNew && (
            <span className={styles.dot}>
              <span className="sr">{t('notifications.new')}</span>
            </span>
          )}
        </span>
        <span className={styles.body}>{body}</span>
      </span>
    </Link>
  );
}
