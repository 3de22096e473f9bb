import type { Chat } from '@app/contract/messaging/chat';
import {
  type Icon,
  IconArchive,
  IconArchiveOff,
  IconBan,
  IconBell,
  IconBellOff,
  IconCheck,
  IconMessage2Exclamation,
  IconPin,
  IconPinnedOff,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { menuRow, menuSeparator, menuTitle } from '../../../ui/frame/menu.tsx';
import { placedMenu, placeMenu } from '../../../ui/frame/place-menu.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { blockChat, changeChat, markUnread } from '../engine/actions.ts';
import { markReadUpTo } from '../engine/receipts.ts';
import styles from './chat-menu.module.css';
import { nameOf } from './chat-row.tsx';
import type { PressPoint } from './use-long-press.ts';

export type ChatConfirmation = 'delete' | 'block';

interface ChatMenuProps {
  chat: Chat;
  place: PressPoint;
  onConfirm: (chat: Chat, confirmation: ChatConfirmation) => void;
  onClose: () => void;
}

const HOUR = 3600;
const MUTES = [
  { name: 'hour', seconds: HOUR },
  { name: 'hours', seconds: 8 * HOUR },
  { name: 'forever', seconds: 0 },
] as const;
const GAP = 4;
/** Actions on a chat. On closing, the focus returns to the element that opened the menu. */
export function ChatMenu({ chat, place, onConfirm, onClose }: ChatMenuProps) {
  const t = useText('chats');
  const root = useRef<HTMLDivElement>(null);
  const rows = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const { user, pinned, muted, muted_until, marked, unread, folder, blocked, last_message } = chat;
  const name = nameOf(user);

  const open = useEffectEvent(() => {
    root.current?.showPopover();
    if (root.current) placeMenu(root.current, place.anchor, { gap: GAP, at: place.at });
    rows()[0]?.focus();
  });
  const closed = useEffectEvent(() => {
    // The focus is not taken from an element that has received it meanwhile, such as a dialog.
    if (document.activeElement === document.body || root.current?.contains(document.activeElement))
      place.anchor.focus({ preventScroll: true });
    onClose();
  });
  useEffect(() => {
    const list = root.current;
    const follow = (event: Event): void => {
      if ((event as ToggleEvent).newState === 'closed') closed();
    };
    const leave = (): void => list?.hidePopover();
    // Replaces light dismiss, which would close the menu when the finger of the long press is lifted.
    const leaveOutside = ({ target }: Event): void => {
      if (target instanceof Node && !list?.contains(target)) leave();
    };
    open();
    list?.addEventListener('toggle', follow);
    window.addEventListener('resize', leave);
    document.addEventListener('pointerdown', leaveOutside);
    return () => {
      list?.removeEventListener('toggle', follow);
      window.removeEventListener('resize', leave);
      document.removeEventListener('pointerdown', leaveOutside);
    };
  }, []);

  function handleKey(event: KeyboardEvent): void {
    const all = rows();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1 + all.length,
      ArrowLeft: at - 1 + all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (event.key === 'Tab' || event.key === 'Escape') root.current?.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    all[next % all.length]?.focus();
  }

  function choose(run: () => void): void {
    root.current?.hidePopover();
    run();
  }

  async function archive(isArchived: boolean): Promise<void> {
    if (!(await changeChat(user.id, { archived: isArchived }))) return;
    toast.success(t(isArchived ? 'chats.done.archive' : 'chats.done.unarchive'), {
      action: { label: t('chats.undo'), onPress: () => void changeChat(user.id, { archived: !isArchived }) },
    });
  }

  async function unblock(): Promise<void> {
    if (await blockChat(user.id, false)) toast.success(t('chats.done.unblock'));
  }

  const row = (RowIcon: Icon, text: string, run: () => void, className = '') => (
    <button type="button" role="menuitem" className={`${menuRow} ${className}`} onClick={() => choose(run)}>
      <RowIcon size={20} stroke={ICON_STROKE} aria-hidden="true" />
      {text}
    </button>
  );

  const isUnread = unread > 0 || marked === 1;
  const isArchived = folder === 'archive';
  return (
    <div
      ref={root}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={t('chats.menu', { name })}
      className={`${placedMenu} ${styles.menu}`}
      onKeyDown={handleKey}
    >
      <p className={`${menuTitle} ${styles.title}`} role="presentation">
        {name}
      </p>
      {isUnread
        ? row(IconCheck, t('chats.do.read'), () => markReadUpTo(user.id, last_message?.seq ?? 0))
        : last_message && row(IconMessage2Exclamation, t('chats.do.unread'), () => void markUnread(user.id))}
      {folder === 'main' &&
        (pinned === 1
          ? row(IconPinnedOff, t('chats.do.unpin'), () => void changeChat(user.id, { pinned: false }))
          : row(IconPin, t('chats.do.pin'), () => void changeChat(user.id, { pinned: true })))}
      {muted === 1 ? (
        <>
          {row(IconBell, t('chats.unmute'), () => void changeChat(user.id, { mute: null }))}
          {muted_until !== null && (
            <p className={styles.note} role="presentation">
              {t('chats.muted.until', { moment: formatDateTime(muted_until) })}
            </p>
          )}
        </>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
        <div role="group" aria-label={t('chats.mute')} className={styles.mute}>
          <span className={styles.muteTitle} aria-hidden="true">
            <IconBellOff size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('chats.mute')}
          </span>
          <span className={styles.lengths}>
            {MUTES.map(({ name: length, seconds }) => (
              <button
                key={length}
                type="button"
                role="menuitem"
                className={styles.length}
                aria-label={t(`chats.mute.${length}.label`)}
                onClick={() => choose(() => void changeChat(user.id, { mute: seconds }))}
              >
                {t(`chats.mute.${length}`)}
              </button>
            ))}
          </span>
        </div>
      )}
      {folder !== 'requests' &&
        row(
          isArchived ? IconArchiveOff : IconArchive,
          t(isArchived ? 'chats.do.unarchive' : 'chats.do.archive'),
          () => void archive(!isArchived),
        )}
      <hr className={menuSeparator} />
      {blocked === 1
        ? row(IconUserCheck, t('chats.do.unblock'), () => void unblock())
        : row(IconBan, t('chats.do.block'), () => onConfirm(chat, 'block'))}
      {row(IconTrash, t('chats.do.delete'), () => onConfirm(chat, 'delete'), styles.danger)}
    </div>
  );
}
