import { IconX } from 'virtual:icons';
import type { ChatEvent } from '@app/contract/messaging/chat';
import { withoutMarks } from '@app/contract/messaging/message-marks';
import type { Notification, NotificationKind } from '@app/contract/notifications/notifications';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { notificationsApi } from '#contract/notifications/notifications';
import { call } from '../../platform/call.ts';
import { cut } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { subscribe } from '../../platform/live/live.ts';
import { loadSlot } from '../../platform/slots.ts';
import { iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import { emitMessage, emitNotification, isReading, type NewMessage, onMessage, onNotification } from './bell-events.ts';
import styles from './bell-listener.module.css';
import { setChatCounts } from './chat-counts.ts';
import { claimBanner } from './claim-banner.ts';
import './install.ts';
import { NotificationPicture, PICTURE_SIZE } from './notification-row.tsx';
import { resumePush } from './push-device.ts';
import { setUnreadCount, startUnreadRequest } from './unread.ts';
import { onFollow, registerWorker } from './worker.ts';

declare module '../../platform/slots.ts' {
  interface Slots {
    /** Starts the chat client of the viewer; the returned function stops it. */
    startChatClient: (viewerId: number) => () => void;
  }
}

const PREVIEW_MAX = 73;
export const BANNER_MS = 2000;
/** Kinds that require an action or must not be missed; their banner stays until it is followed or closed. */
const STICKY_KINDS: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  'ad_blocked',
  'ad_expired',
  'missed_call',
]);

type BellEvent =
  | ({ type: 'notification' } & Notification)
  | { type: 'unread'; count: number }
  | { type: 'withdrawn' }
  | ChatEvent;

interface BellListenerProps {
  viewerId: number;
  unread: number;
}

export function BellListener({ viewerId, unread }: BellListenerProps) {
  const navigate = useNavigate();
  const go = useRef(navigate);
  go.current = navigate;
  const rendered = useRef(unread);

  useEffect(() => {
    let isFirst = true;
    let hasReceived = false;
    return subscribe(
      `/ws/notifications/${viewerId}/`,
      (event) => {
        const bellEvent = event as BellEvent;
        if (bellEvent.type === 'notification') {
          hasReceived = true;
          emitNotification(bellEvent);
        }
        if (bellEvent.type === 'withdrawn') emitNotification();
        if ('counts' in bellEvent) setChatCounts(bellEvent.counts);
        if (bellEvent.type === 'chat_message') emitMessage(bellEvent);
        if (bellEvent.type !== 'unread') return;
        const hasChanged = setUnreadCount(bellEvent.count);
        // A list loaded before the socket opened may lack notifications created in between.
        if (isFirst && hasChanged) emitNotification();
        if (isFirst && !hasReceived && bellEvent.count > rendered.current) void announceNewest();
        isFirst = false;
      },
      // The unread count follows as an event of its own.
      () => emitNotification(),
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
    let isMounted = true;
    let stop = (): void => undefined;
    loadSlot('startChatClient').then(
      (startChatClient) => {
        if (isMounted) stop = startChatClient(viewerId);
      },
      // The chunk was replaced by a newer build; the next page load gets that one.
      () => undefined,
    );
    return () => {
      isMounted = false;
      stop();
    };
  }, [viewerId]);

  return <NotificationBanner />;
}

/** Announces a notification created between rendering and the opening of the socket. */
async function announceNewest(): Promise<void> {
  // An open list shows the notification itself.
  if (isReading()) return;
  try {
    const { list } = await call(notificationsApi.list, { query: { size: 1, mark: 0 } });
    if (list[0]?.read === 0) emitNotification(list[0]);
  } catch {
    // The error is ignored, because the counter shows the notification anyway.
  }
}

function markRead(id: number): void {
  const setUnread = startUnreadRequest();
  call(notificationsApi.markRead, { params: { id } }).then(
    ({ count }) => setUnread(count),
    () => undefined,
  );
}

interface Banner {
  /** Name under which one of all windows claims the banner. */
  name: string;
  link: string;
  title: string;
  body: string;
  picture: ReactNode;
  isSticky: boolean;
  /** Id of the notification that is marked as read when the banner is followed. */
  id?: number;
}

const bannerOf = (notification: Notification): Banner => ({
  name: `notification ${notification.id}`,
  link: notification.link,
  title: notification.title,
  body: notification.body,
  picture: <NotificationPicture notification={notification} />,
  isSticky: STICKY_KINDS.has(notification.kind),
  id: notification.id,
});

const bannerOfMessage = ({ user_id, message: { id, user, content }, chat: { last_message } }: NewMessage): Banner => ({
  name: `message ${id}`,
  link: `/conversation/${user_id}`,
  title: `${user.firstname} ${user.lastname}`.trim(),
  body: last_message?.id === id ? last_message.preview : cut(withoutMarks(content), PREVIEW_MAX),
  picture: <UserPic {...user} size={PICTURE_SIZE} />,
  isSticky: false,
});

/** Whether a message gets a banner: an incoming one, from a chat that is not muted, and not read elsewhere. */
const shouldAnnounce = ({ message, chat }: NewMessage): boolean =>
  message.mine === 0 &&
  message.kind !== 'call' &&
  message.silent === 0 &&
  chat.muted === 0 &&
  chat.folder === 'main' &&
  message.seq > chat.my_read_seq;

function NotificationBanner() {
  const t = useText();
  const [current, setCurrent] = useState<Banner | null>(null);
  const [isPinned, setPinned] = useState(false);
  const close = (): void => {
    setCurrent(null);
    setPinned(false);
  };

  useEffect(() => {
    let isMounted = true;
    const show = (banner: Banner): void => claimBanner(banner.name, () => isMounted && setCurrent(banner));
    const unsubscribeNotifications = onNotification((notification) => {
      if (notification && !isReading()) show(bannerOf(notification));
    });
    const unsubscribeMessages = onMessage((message) => {
      // The message is visible already in the open chat or in the list of chats.
      const isShown = [`/conversation/${message.user_id}`, '/profile/messages'].includes(window.location.pathname);
      if (!isShown && shouldAnnounce(message)) show(bannerOfMessage(message));
    });
    return () => {
      isMounted = false;
      unsubscribeNotifications();
      unsubscribeMessages();
    };
  }, []);
  useEffect(() => {
    if (current === null || isPinned || current.isSticky) return;
    const timer = setTimeout(() => setCurrent(null), BANNER_MS);
    return () => clearTimeout(timer);
  }, [current, isPinned]);

  return (
    <div role="status" className={styles.place}>
      {current && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the pointer and the focus only hold the banner open
        <div
          key={current.name}
          className={styles.banner}
          onPointerEnter={() => setPinned(true)}
          onPointerLeave={() => setPinned(false)}
          onFocus={() => setPinned(true)}
          onBlur={() => setPinned(false)}
        >
          <Link
            to={current.link}
            className={styles.link}
            onClick={() => {
              if (current.id !== undefined) markRead(current.id);
              close();
            }}
          >
            {current.picture}
            <span className={styles.text}>
              <b>{current.title}</b>
              <span className={styles.body}>{current.body}</span>
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
