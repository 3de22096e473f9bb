import { IconDownload, IconMessage2Exclamation, IconPhoto, IconSearch, IconTrash } from 'virtual:icons';
import type { Chat } from '@app/contract/messaging/chat';
import { useNavigate } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { Menu, MenuItem, menuRow, menuSeparator } from '../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './chat-header-menu.module.css';
import { ArchiveItem, BlockItem, MuteItems, PinItem } from './chat-menu-items.tsx';
import { markUnread } from './engine/actions.ts';

export type ChatHeaderAction = 'search' | 'media' | 'deleteChat' | 'blockChat';

interface ChatHeaderMenuProps {
  userId: number;
  chat: Chat | null;
  isGone: boolean;
  onAction: (action: ChatHeaderAction) => void;
}

export function ChatHeaderMenu({ userId, chat, isGone, onAction }: ChatHeaderMenuProps) {
  const t = useText('chat', 'chats');
  const navigate = useNavigate();
  const has = chat?.last_message != null;

  /** The open chat would be marked as read again at once, so the page leaves it. */
  async function markUnreadAndLeave(): Promise<void> {
    await navigate('/profile/messages');
    await markUnread(userId);
  }

  return (
    <Menu
      id="dialog-menu"
      label={t('chat.menu')}
      cachedBy={[userId, isGone, has, chat?.folder, chat?.pinned, chat?.muted, chat?.blocked]}
    >
      {has && (
        <>
          <MenuItem icon={IconSearch} onClick={() => onAction('search')}>
            {t('chat.menu.search')}
          </MenuItem>
          <MenuItem icon={IconPhoto} onClick={() => onAction('media')}>
            {t('chat.menu.media')}
          </MenuItem>
          <hr className={menuSeparator} />
          <MuteItems chat={chat} styles={styles} />
          <PinItem chat={chat} />
          <ArchiveItem chat={chat} />
          <MenuItem icon={IconMessage2Exclamation} onClick={() => void markUnreadAndLeave()}>
            {t('chats.do.unread')}
          </MenuItem>
          <a href={`/api/chat/${userId}/export`} download className={menuRow}>
            <IconDownload size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('chat.menu.export')}
          </a>
          <hr className={menuSeparator} />
        </>
      )}
      {!isGone && <BlockItem userId={userId} isBlocked={chat?.blocked === 1} onBlock={() => onAction('blockChat')} />}
      {has && (
        <MenuItem icon={IconTrash} className={styles.danger} onClick={() => onAction('deleteChat')}>
          {t('chats.do.delete')}
        </MenuItem>
      )}
    </Menu>
  );
}
