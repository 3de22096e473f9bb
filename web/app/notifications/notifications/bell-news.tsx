import type { ChatEvent } from '@app/contract/messaging/chat';
import type { Notification, NotificationKind } from '@app/contract/notifications/notifications';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { notificationsApi } from '#contract/notifications/notifications';
import { tellChatCounts } from '../../messaging/chat/engine/counts.ts';
import { call } from '../../platform/call.ts';
import { cut } from '../../platform/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { subscribe } from '../../platform/live.ts';
import { iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import { announce, announceMessage, isReading, type NewMessage, onMessage, onNews } from './bell-events.ts';
import styles from './bell-news.module.css';
import { claimBanner } from './claim-banner.ts';
import './install.ts';
import { NotificationPicture, PICTURE_SIZE } from './notification-row.tsx';
import { resumePush } from './push-device.ts';
import { askUnread, tellUnread } from './unread.ts';
import { onFollow, registerWorker } from './worker.ts';

const PREVIEW_MAX = 73;
export const BANNER_MS = 2000;
/** What its reader has to do something about, or would have wanted to hear, stays until it is followed or closed. */
const STAYS: ReadonlySet<NotificationKind> = new Set<NotificationKind>(['ad_blocked', 'ad_expired', 'missed_call']);

type Told =
  | ({ type: 'notification' } & Notification)
  | { type: 'unread'; count: number }
  | { type: 'withdrawn' }
  | ChatEvent;

interface BellNewsProps {
  viewerId: number;
  /** How many were unread when the page was rendered. */
  unread: number;
}

/** Hears the bell for the whole page, and points out what comes in. */
export function BellNews({ viewerId, unread }: BellNewsProps) {
  const navigate = useNavigate();
  const go = useRef(navigate);
  go.current = navigate;
  const rendered = useRef(unread);

  useEffect(() => {
    let isFirst = true;
    let hasHeard = false;
    return subscribe(
      `/ws/notifications/${viewerId}/`,
      (event) => {
        const told = event as Told;
        if (told.type === 'notification') {
          hasHeard = true;
          announce(told);
        }
        if (told.type === 'withdrawn') announce();
        if ('counts' in told) tellChatCounts(told.counts);
        if (told.type === 'chat_message') announceMessage(told);
        if (told.type !== 'unread') return;
        const isNews = tellUnread(told.count);
        // A list that was read before anybody listened may lack what came in between.
        if (isFirst && isNews) announce();
        // Nor has anybody pointed it out.
        if (isFirst && !hasHeard && told.count > rendered.current) void announceNewest();
        isFirst = false;
      },
      // The count comes by itself with every new line.
      () => announce(),
    );
  }, [viewerId]);

  useEffect(() => {
    registerWorker();
    void resumePush(viewerId);
    return onFollow((link, id) => {
      if (id !== undefined) markRead(id);
      void go.current(link);
    });
  }, [viewerId]);

  useEffect(() => {
    let isHere = true;
    let stop = (): void => undefined;
    import('../../messaging/chat/engine/wake.ts').then(
      ({ wakeChats }) => {
        if (isHere) stop = wakeChats(viewerId);
      },
      // A newer build took its place: the next page has that.
      () => undefined,
    );
    return () => {
      isHere = false;
      stop();
    };
  }, [viewerId]);

  return <NewsBanner />;
}

/** What came between the page and its socket, on a slow connection. */
async function announceNewest(): Promise<void> {
  // An open list shows it.
  if (isReading()) return;
  try {
    const { list } = await call(notificationsApi.list, { query: { size: 1, mark: 0 } });
    if (list[0]?.read === 0) announce(list[0]);
  } catch {
    // The counter tells of it anyway.
  }
}

/** That it stays unread when this fails is no loss. */
function markRead(id: number): void {
  const setUnread = askUnread();
  call(notificationsApi.readOne, { params: { id } }).then(
    ({ count }) => setUnread(count),
    () => undefined,
  );
}

interface Banner {
  /** Of all windows one shows it. */
  name: string;
  link: string;
  title: string;
  body: string;
  picture: ReactNode;
  stays: boolean;
  /** Of the notification that following the banner reads. */
  id?: number;
}

const bannerOf = (notification: Notification): Banner => ({
  name: `notification ${notification.id}`,
  link: notification.link,
  title: notification.title,
  body: notification.body,
  picture: <NotificationPicture notification={notification} />,
  stays: STAYS.has(notification.kind),
  id: notification.id,
});

const bannerOfMessage = ({ user_id, message: { id, user, content }, chat: { last_message } }: NewMessage): Banner => ({
  name: `message ${id}`,
  link: `/conversation/${user_id}`,
  title: `${user.firstname} ${user.lastname}`.trim(),
  body: last_message?.id === id ? last_message.preview : cut(content, PREVIEW_MAX),
  picture: <UserPic {...user} size={PICTURE_SIZE} />,
  stays: false,
});

/** What is worth a word: from somebody whom the viewer hears, with a sound, and not read elsewhere already. */
const isToldOf = ({ message, chat }: NewMessage): boolean =>
  message.mine === 0 &&
  message.silent === 0 &&
  chat.muted === 0 &&
  chat.folder === 'main' &&
  message.seq > chat.my_read_seq;

function NewsBanner() {
  const t = useText();
  const [news, setNews] = useState<Banner | null>(null);
  const [isHeld, setHeld] = useState(false);
  const close = (): void => {
    setNews(null);
    setHeld(false);
  };

  useEffect(() => {
    let isHere = true;
    const show = (banner: Banner): void => claimBanner(banner.name, () => isHere && setNews(banner));
    const leaveNews = onNews((notification) => {
      if (notification && !isReading()) show(bannerOf(notification));
    });
    const leaveMessages = onMessage((message) => {
      // Whoever has that dialog or the list of them open sees it there.
      const isShown = [`/conversation/${message.user_id}`, '/profile/messages'].includes(window.location.pathname);
      if (!isShown && isToldOf(message)) show(bannerOfMessage(message));
    });
    return () => {
      isHere = false;
      leaveNews();
      leaveMessages();
    };
  }, []);
  useEffect(() => {
    if (news === null || isHeld || news.stays) return;
    const timer = setTimeout(() => setNews(null), BANNER_MS);
    return () => clearTimeout(timer);
  }, [news, isHeld]);

  return (
    <div role="status" className={styles.place}>
      {news && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the pointer and the focus only hold the banner open
        <div
          key={news.name}
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
              if (news.id !== undefined) markRead(news.id);
              close();
            }}
          >
            {news.picture}
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
