import { IconMessageCircle } from 'virtual:icons';
import type { ChatCounts } from '@app/contract/messaging/chat';
import { NavLink } from 'react-router';
import { useChatCounts } from '../../../notifications/notifications/chat-counts.ts';
import { UnreadMark } from '../../../notifications/notifications/unread-mark.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { bottomItem } from '../../../ui/frame/bottom-bar.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';

interface MessagesLinkProps {
  variant: 'header' | 'bottom';
  counts: ChatCounts;
}

export function MessagesLink({ variant, counts }: MessagesLinkProps) {
  const t = useText();
  const { unread, chats, requests } = useChatCounts(counts);
  const label = t('frame.messages', { count: Math.max(unread, chats) + requests });
  const isBottom = variant === 'bottom';
  return (
    <NavLink
      to="/profile/messages"
      className={isBottom ? bottomItem : iconButton}
      data-messages
      // The accessible name must contain the visible label (WCAG 2.5.3).
      aria-label={isBottom ? `${t('frame.nav.chats')}. ${label}` : label}
      title={isBottom ? undefined : label}
    >
      <span data-waits={chats + requests > 0}>
        <IconMessageCircle size={isBottom ? 24 : 22} stroke={ICON_STROKE} aria-hidden="true" />
      </span>
      {isBottom ? <span>{t('frame.nav.chats')}</span> : <UnreadMark unread={counts.unread} />}
    </NavLink>
  );
}
