import {
  type Icon,
  IconBan,
  IconBellOff,
  IconCheck,
  IconChecks,
  IconClock,
  IconDots,
  IconPinFilled,
} from 'virtual:icons';
import type { Chat } from '@app/contract/messaging/chat';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import type { Outgoing } from '../engine/chat-types.ts';
import { useTyping } from '../engine/use-typing.ts';
import { useWaitingMessage } from '../engine/use-waiting-message.ts';
import { nameOf } from '../name-of.ts';
import { type PressPoint, useLongPress } from '../use-long-press.ts';
import { gistOf, previewOf, tickOf } from './chat-preview.ts';
import styles from './chat-row.module.css';
import { formatChatTime } from './chat-time.ts';

const PICTURE_SIZE = 48;
const BADGE_MAX = 999;

export interface ChatRowProps {
  chat: Chat;
  now: number;
  isOnline: boolean;
  isCurrent: boolean;
  isChosen: boolean;
  onOpen?: ((userId: number) => void) | undefined;
  onMenu?: ((chat: Chat, place: PressPoint) => void) | undefined;
}

function Ticks({ chat, isWaiting }: { chat: Chat; isWaiting: boolean }) {
  const t = useText('chats');
  const tick = tickOf(chat);
  if (isWaiting)
    return (
      <span className={styles.tick} role="img" aria-label={t('chats.tick.waiting')} title={t('chats.tick.waiting')}>
        <IconClock size={16} stroke={2} aria-hidden="true" />
      </span>
    );
  if (tick === null) return null;
  const Icon = tick === 'sent' ? IconCheck : IconChecks;
  return (
    <span className={styles.tick} data-tick={tick} role="img" aria-label={t(`chats.tick.${tick}`)}>
      <Icon size={16} stroke={2} aria-hidden="true" />
    </span>
  );
}

function Mark({ name, icon: Picture, size }: { name: 'blocked' | 'muted' | 'pinned'; icon: Icon; size: number }) {
  const label = useText('chats')(`chats.${name}`);
  return (
    <span className={styles.mark} role="img" aria-label={label} title={label}>
      <Picture size={size} stroke={ICON_STROKE} aria-hidden="true" />
    </span>
  );
}

interface PreviewProps {
  chat: Chat;
  waiting: Outgoing | null;
  isCurrent: boolean;
}

function Preview({ chat, waiting, isCurrent }: PreviewProps) {
  const t = useText('chats');
  const typing = useTyping(chat.user.id);
  if (typing !== null)
    return <span className={`${styles.preview} ${styles.typing}`}>{t(`chats.typing.${typing}`)}</span>;
  if (waiting !== null) return <span className={styles.preview}>{t('chats.you', { text: gistOf(waiting, t) })}</span>;
  if (chat.draft !== '' && !isCurrent && chat.unread === 0)
    return (
      <span className={styles.preview}>
        <span className={styles.draft}>{t('chats.draft')}</span> {chat.draft}
      </span>
    );
  return <span className={styles.preview}>{previewOf(chat, t)}</span>;
}

function ChatBadges({ chat }: { chat: Chat }) {
  const t = useText('chats');
  const lang = useLanguage();
  const { unread, marked, muted, pinned } = chat;
  return (
    <>
      {pinned === 1 && unread === 0 && marked === 0 && <Mark name="pinned" icon={IconPinFilled} size={16} />}
      {unread > 0 ? (
        <span className={styles.unread} data-quiet={muted === 1 || undefined}>
          <span aria-hidden="true">
            {unread > BADGE_MAX ? `${formatNumber(lang, BADGE_MAX)}+` : formatNumber(lang, unread)}
          </span>
          <span className="sr">{t('chats.unread', { count: unread })}</span>
        </span>
      ) : (
        marked === 1 && (
          <span
            className={styles.dot}
            data-quiet={muted === 1 || undefined}
            role="img"
            aria-label={t('chats.marked')}
            title={t('chats.marked')}
          />
        )
      )}
    </>
  );
}

export function ChatRow({ chat, now, isOnline, isCurrent, isChosen, onOpen, onMenu }: ChatRowProps) {
  const t = useText('chats');
  const lang = useLanguage();
  const { user, last_message: last, blocked, muted } = chat;
  const name = nameOf(user);
  const waiting = useWaitingMessage(user.id);
  const press = useLongPress((place) => onMenu?.(chat, place));
  const openMenu = ({ currentTarget }: MouseEvent<HTMLElement>): void => onMenu?.(chat, { anchor: currentTarget });
  return (
    <div className={styles.row} data-menu={onMenu !== undefined || undefined}>
      <Link
        to={`/conversation/${user.id}`}
        className={styles.chat}
        aria-current={isCurrent ? 'page' : undefined}
        data-row
        draggable={false}
        {...(onMenu && press)}
        onClick={() => onOpen?.(user.id)}
      >
        <span className={styles.pic}>
          <UserPic firstname={user.firstname} lastname={user.lastname} photo={user.photo} size={PICTURE_SIZE} />
          {isOnline && <span className={styles.online} role="img" aria-label={t('chats.online')} />}
        </span>
        <span className={styles.words}>
          <span className={styles.line}>
            <b className={styles.name}>{name}</b>
            {blocked === 1 && <Mark name="blocked" icon={IconBan} size={17} />}
            {muted === 1 && <Mark name="muted" icon={IconBellOff} size={16} />}
            <span className={styles.when}>
              <Ticks chat={chat} isWaiting={waiting !== null} />
              {last && (
                <time dateTime={last.timestamp} suppressHydrationWarning>
                  {formatChatTime(lang, last.timestamp, now)}
                </time>
              )}
            </span>
          </span>
          <span className={styles.line}>
            <Preview chat={chat} waiting={waiting} isCurrent={isCurrent} />
            <ChatBadges chat={chat} />
          </span>
        </span>
      </Link>
      {onMenu && (
        <button
          type="button"
          className={styles.more}
          aria-label={t('chats.menu', { name })}
          title={t('chats.menu', { name })}
          aria-haspopup="menu"
          aria-expanded={isChosen}
          onClick={openMenu}
        >
          <IconDots size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
