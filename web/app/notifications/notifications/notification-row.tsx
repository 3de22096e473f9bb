import {
  type Icon,
  IconAlertTriangle,
  IconArchive,
  IconAt,
  IconBan,
  IconBroadcast,
  IconCake,
  IconCalendarDue,
  IconCalendarEvent,
  IconCalendarOff,
  IconClock,
  IconCreditCard,
  IconDice5,
  IconEye,
  IconFlag,
  IconGavel,
  IconGift,
  IconHeart,
  IconHeartHandshake,
  IconMail,
  IconMessage2,
  IconMusicOff,
  IconPhone,
  IconPhoneX,
  IconPhoto,
  IconPlaylist,
  IconRefresh,
  IconSearch,
  IconShieldCheck,
  IconStar,
  IconTag,
  IconTrendingUp,
  IconUserCheck,
  IconUserHeart,
  IconUserPlus,
  IconVideoOff,
} from 'virtual:icons';
import type { Notification, NotificationKind } from '@app/contract/notifications/notifications';
import { Link } from 'react-router';
import { formatAgo } from '../../platform/format/ago.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import styles from './notification-row.module.css';
import { RequestAnswer } from './request-answer.tsx';

/** Icons of notifications that have no acting user. */
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
  large_page: IconGavel,
  phone_revealed: IconPhone,
  friend_request: IconUserPlus,
  friend_accept: IconUserCheck,
  referral_joined: IconGift,
  payment: IconCreditCard,
  credit: IconGift,
  promotion_over: IconTrendingUp,
  approval: IconShieldCheck,
  like: IconHeart,
  mention: IconAt,
  new_publication: IconPhoto,
  video_failed: IconVideoOff,
  publication_held: IconCalendarOff,
  stream_start: IconBroadcast,
  missed_call: IconPhoneX,
  music_taken_down: IconMusicOff,
  publication_review: IconEye,
  measure: IconGavel,
  measure_end: IconGavel,
  feedback_answer: IconMail,
  co_author: IconPlaylist,
  deal: IconHeartHandshake,
  deal_review: IconStar,
  operation_warning: IconAlertTriangle,
  meeting: IconCalendarEvent,
  meeting_relative: IconUserHeart,
  draw: IconDice5,
  birthday: IconCake,
  loan: IconCalendarDue,
};
export const PICTURE_SIZE = 44;

interface NotificationRowProps {
  notification: Notification;
  isNew: boolean;
  onFollow?: () => void;
  onAnswered?: () => void;
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

/** A notification that links to its subject. A friend request can be answered in the row. */
export function NotificationRow({ notification, isNew, onFollow, onAnswered }: NotificationRowProps) {
  const t = useText('notifications');
  const lang = useLanguage();
  const { title, body, timestamp, link, meta } = notification;
  return (
    <div className={styles.row} data-new={isNew || undefined}>
      <Link to={link} className={styles.link} onClick={onFollow}>
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
      {meta.can_answer === 1 && meta.user && (
        <RequestAnswer personId={meta.user.id} name={title} {...(onAnswered && { onAnswered })} />
      )}
    </div>
  );
}
