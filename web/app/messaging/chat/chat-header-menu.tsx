import type { Chat } from '@app/contract/messaging/chat';
import {
  type Icon,
  IconArchive,
  IconArchiveOff,
  IconBan,
  IconBell,
  IconBellOff,
  IconDownload,
  IconMessage2Exclamation,
  IconPhoto,
  IconPin,
  IconPinnedOff,
  IconSearch,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { MUTE_CHOICES } from '#contract/messaging/chat';
import { useText } from '../../platform/i18n.tsx';
import { Menu, menuRow, menuSeparator } from '../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './chat-header-menu.module.css';
import { blockChat, changeChat, markUnread } from './engine/actions.ts';

export type ChatHeaderAction = 'search' | 'media' | 'deleteChat' | 'blockChat';

const MUTE_NAMES = ['hour', 'hours', 'forever'] as const;

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
  const isArchived = chat?.folder === 'archive';

  async function archive(archived: boolean): Promise<void> {
    if (!(await changeChat(userId, { archived }))) return;
    toast.success(t(archived ? 'chats.done.archive' : 'chats.done.unarchive'), {
      action: { label: t('chats.undo'), onPress: () => void changeChat(userId, { archived: !archived }) },
    });
  }

  /** The open chat would be marked as read again at once, so the page leaves it. */
  async function markUnreadAndLeave(): Promise<void> {
    await navigate('/profile/messages');
    await markUnread(userId);
  }

  async function unblock(): Promise<void> {
    if (await blockChat(userId, false)) toast.success(t('chats.done.unblock'));
  }

  const row = (RowIcon: Icon, text: string, onPress: () => void, className = '') => (
    <button type="button" className={`${menuRow} ${className}`} onClick={onPress}>
      <RowIcon size={20} stroke={ICON_STROKE} aria-hidden="true" />
      {text}
    </button>
  );

  return (
    <Menu id="dialog-menu" label={t('chat.menu')}>
      {has && (
        <>
          {row(IconSearch, t('chat.menu.search'), () => onAction('search'))}
          {row(IconPhoto, t('chat.menu.media'), () => onAction('media'))}
          <hr className={menuSeparator} />
          {chat.muted === 1 ? (
            row(IconBell, t('chats.unmute'), () => void changeChat(userId, { mute: null }))
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: three presses, not fields
            <div role="group" aria-label={t('chats.mute')} className={styles.mute}>
              <span aria-hidden="true">
                <IconBellOff size={20} stroke={ICON_STROKE} />
                {t('chats.mute')}
              </span>
              <span className={styles.lengths}>
                {MUTE_NAMES.map((length, index) => (
                  <button
                    key={length}
                    type="button"
                    className={styles.length}
                    aria-label={t(`chats.mute.${length}.label`)}
                    onClick={() => void changeChat(userId, { mute: MUTE_CHOICES[index] ?? 0 })}
                  >
                    {t(`chats.mute.${length}`)}
                  </button>
                ))}
              </span>
            </div>
          )}
          {chat.folder === 'main' &&
            (chat.pinned === 1
              ? row(IconPinnedOff, t('chats.do.unpin'), () => void changeChat(userId, { pinned: false }))
              : row(IconPin, t('chats.do.pin'), () => void changeChat(userId, { pinned: true })))}
          {chat.folder !== 'requests' &&
            row(
              isArchived ? IconArchiveOff : IconArchive,
              t(isArchived ? 'chats.do.unarchive' : 'chats.do.archive'),
              () => void archive(!isArchived),
            )}
          {row(IconMessage2Exclamation, t('chats.do.unread'), () => void markUnreadAndLeave())}
          <a href={`/api/chat/${userId}/export`} download className={menuRow}>
            <IconDownload size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('chat.menu.export')}
          </a>
          <hr className={menuSeparator} />
        </>
      )}
      {!isGone &&
        (chat?.blocked === 1
          ? row(IconUserCheck, t('chats.do.unblock'), () => void unblock())
          : row(IconBan, t('chats.do.block'), () => onAction('blockChat')))}
      {has && row(IconTrash, t('chats.do.delete'), () => onAction('deleteChat'), styles.danger)}
    </Menu>
  );
}
