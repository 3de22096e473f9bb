import { IconArrowLeft, IconBellOff, IconDots } from 'virtual:icons';
import type { Chat } from '@app/contract/messaging/chat';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePresence } from '../../people/presence/use-presence.ts';
import { formatSeen } from '../../platform/format/seen.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { iconButton } from '../../ui/button.ts';
import { IconButton } from '../../ui/buttons.tsx';
import { useIsOnline } from '../../ui/hooks/use-is-online.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { quietPart } from '../../ui/lazy-part.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import styles from './chat-header.module.css';
import { type ChatHeaderAction, ChatHeaderMenu } from './chat-header-menu.tsx';
import { useTyping } from './engine/use-typing.ts';

const CallButtons = quietPart(async () => (await import('../calls/window/call-buttons.tsx')).CallButtons);

const MINUTE_MS = 60_000;

interface ChatHeaderProps {
  viewerId: number;
  userId: number;
  name: string;
  user: { firstname: string; lastname: string; photo: string | null; online?: 0 | 1; last_seen?: string | null } | null;
  chat: Chat | null;
  isGone: boolean;
  /** 1: this person accepts calls from the viewer. */
  mayCall: 0 | 1;
  onPerson: () => void;
  onAction: (action: ChatHeaderAction) => void;
}

function useMinute(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function ChatHeader({ viewerId, userId, name, user, chat, isGone, mayCall, ...on }: ChatHeaderProps) {
  const t = useText('chat');
  const lang = useLanguage();
  const navigate = useNavigate();
  const now = useMinute();
  const typing = useTyping(userId);
  const presence = usePresence(viewerId, [userId]).get(userId) ?? user;
  // Without a connection nothing is known of others.
  const isKnown = useIsOnline() && !isGone;
  const isOnline = isKnown && presence?.online === 1;
  const lastSeen = (isKnown && presence?.last_seen) || null;
  // Goes back in the history when there is an entry, to restore the scroll position of the list.
  const goBack = (): void => void (window.history.state?.idx > 0 ? navigate(-1) : navigate('/profile/messages'));
  const seenText = (ago: string | null): string => (ago === null ? t('chat.seen.now') : t('chat.seen', { ago }));
  const state = typing
    ? t(`chat.typing.${typing}`)
    : isOnline
      ? t('chat.online')
      : lastSeen !== null && now !== null
        ? seenText(formatSeen(lang, lastSeen, now))
        : '';
  return (
    <header className={styles.head}>
      <IconButton
        icon={IconArrowLeft}
        size={24}
        className={`${iconButton} ${styles.back}`}
        label={t('chat.back')}
        onClick={goBack}
      />
      <div className={styles.person}>
        <span className={styles.pic} data-online={isOnline || undefined}>
          <UserPic
            firstname={isGone ? '' : (user?.firstname ?? '')}
            lastname={user?.lastname ?? ''}
            photo={isGone ? null : user?.photo}
            size={44}
          />
        </span>
        <div className={styles.words}>
          <h1>
            <button type="button" onClick={on.onPerson} aria-label={t('chat.about', { name })}>
              <span className="clip1">{name}</span>
              {chat?.muted === 1 && (
                <IconBellOff size={16} stroke={ICON_STROKE} role="img" aria-label={t('chat.muted')} />
              )}
            </button>
          </h1>
          {state && (
            <p className={styles.state} data-here={isOnline || typing !== null || undefined}>
              {state}
            </p>
          )}
        </div>
      </div>
      {!isGone && mayCall === 1 && (
        <Suspense>
          <CallButtons person={{ id: userId, may_call: mayCall }} place="line" />
        </Suspense>
      )}
      <IconButton
        icon={IconDots}
        size={22}
        className={`${iconButton} ${styles.more}`}
        popoverTarget="dialog-menu"
        label={t('chat.menu')}
        hasTooltip
      />
      <ChatHeaderMenu userId={userId} chat={chat} isGone={isGone} onAction={on.onAction} />
    </header>
  );
}
