import type { Notification, NotificationKind } from '@app/contract/notifications';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { notificationsApi } from '#contract/notifications';
import { call } from '../platform/call.ts';
import { useText } from '../platform/i18n.tsx';
import { subscribe } from '../platform/live.ts';
import { iconButton } from '../ui/button.ts';
import { ICON_STROKE } from '../ui/icon.ts';
import { announce, isReading, onNews } from './bell-events.ts';
import styles from './bell-news.module.css';
import { NotificationPicture } from './notification-row.tsx';
import { tellUnread } from './unread.ts';

export const BANNER_MS = 2000;
/** What its reader has to do something about stays until it is followed or closed. */
const STAYS: ReadonlySet<NotificationKind> = new Set<NotificationKind>(['ad_blocked', 'ad_expires']);

interface LiveNotification extends Notification {
  type: 'notification';
}

interface LiveUnread {
  type: 'unread';
  count: number;
}

/** Hears the bell for the whole page, and points out what comes in. */
export function BellNews({ viewerId }: { viewerId: number }) {
  useEffect(() => {
    let isFirst = true;
    return subscribe(
      `/ws/notifications/${viewerId}/`,
      (event) => {
        const told = event as LiveNotification | LiveUnread;
        if (told.type === 'notification') announce(told);
        if (told.type !== 'unread') return;
        const isNews = tellUnread(told.count);
        // A list that was read before anybody listened may lack what came in between.
        if (isFirst && isNews) announce();
        isFirst = false;
      },
      // The count comes by itself with every new line.
      () => announce(),
    );
  }, [viewerId]);
  return <NewsBanner />;
}

/** A list of this one alone: what a list shows is read. That it stays unread when this fails is no loss. */
function markRead(id: number): void {
  call(notificationsApi.list, { query: { before_id: id + 1, size: 1 } }).catch(() => undefined);
}

function NewsBanner() {
  const t = useText();
  const [news, setNews] = useState<Notification | null>(null);
  const [isHeld, setHeld] = useState(false);
  const close = (): void => {
    setNews(null);
    setHeld(false);
  };
  const latest = useRef(setNews);

  useEffect(
    () =>
      onNews((notification) => {
        if (notification && !isReading() && document.visibilityState === 'visible') latest.current(notification);
      }),
    [],
  );
  useEffect(() => {
    if (news === null || isHeld || STAYS.has(news.kind)) return;
    const timer = setTimeout(() => setNews(null), BANNER_MS);
    return () => clearTimeout(timer);
  }, [news, isHeld]);

  return (
    <div role="status" className={styles.place}>
      {news && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the pointer and the focus only hold the banner open
        <div
          key={news.id}
          className={styles.banner}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <Link
            to={news.link}
            className={styles.link}
            onClick={() => {
              markRead(news.id);
              close();
            }}
          >
            <NotificationPicture notification={news} />
            <span className={styles.text}>
              <b>{news.title}</b>
              <span className={styles.body}>{news.body}</span>
            </span>
          </Link>
          <button type="button" className={iconButton} aria-label={t('frame.close')} onClick={close}>
            <IconX size={20} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  );
}
