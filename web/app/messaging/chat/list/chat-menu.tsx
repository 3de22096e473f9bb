import { IconCheck, IconMessage2Exclamation, IconTrash } from 'virtual:icons';
import type { Chat } from '@app/contract/messaging/chat';
import { type KeyboardEvent, type MouseEvent, type ToggleEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { MenuItem, menuSeparator, menuTitle } from '../../../ui/frame/menu.tsx';
import { placedMenu, placeMenu } from '../../../ui/frame/place-menu.ts';
import { ArchiveItem, BlockItem, MuteItems, PinItem } from '../chat-menu-items.tsx';
import { markUnread } from '../engine/actions.ts';
import { markReadUpTo } from '../engine/receipts.ts';
import { nameOf } from '../name-of.ts';
import type { PressPoint } from '../use-long-press.ts';
import styles from './chat-menu.module.css';

export type ChatConfirmation = 'delete' | 'block';

interface ChatMenuProps {
  chat: Chat;
  place: PressPoint;
  onConfirm: (chat: Chat, confirmation: ChatConfirmation) => void;
  onClose: () => void;
}

const GAP = 4;

/** Actions on a chat. On closing, the focus returns to the element that opened the menu. */
export function ChatMenu({ chat, place, onConfirm, onClose }: ChatMenuProps) {
  const t = useText('chats');
  const root = useRef<HTMLDivElement>(null);
  const rows = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const { user, muted, muted_until, marked, unread, blocked, last_message } = chat;
  const name = nameOf(user);

  const open = useEffectEvent(() => {
    root.current?.showPopover();
    if (root.current) placeMenu(root.current, place.anchor, { gap: GAP, at: place.at });
    rows()[0]?.focus();
  });
  function handleToggle({ newState }: ToggleEvent): void {
    if (newState !== 'closed') return;
    // The focus is not taken from an element that has received it meanwhile, such as a dialog.
    if (document.activeElement === document.body || root.current?.contains(document.activeElement))
      place.anchor.focus({ preventScroll: true });
    onClose();
  }
  // With the menu on the page its first row has the focus, so that no key goes to the button.
  useLayoutEffect(() => {
    const list = root.current;
    const leave = (): void => list?.hidePopover();
    // Replaces light dismiss, which would close the menu when the finger of the long press is lifted.
    const leaveOutside = ({ target }: Event): void => {
      if (target instanceof Node && !list?.contains(target)) leave();
    };
    open();
    const leaving = new AbortController();
    window.addEventListener('resize', leave, { signal: leaving.signal });
    document.addEventListener('pointerdown', leaveOutside, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);

  function handleKey(event: KeyboardEvent): void {
    const all = rows();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const [up, down] = [at - 1, at + 1];
    const next = { ArrowDown: down, ArrowRight: down, ArrowUp: up, ArrowLeft: up, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab' || event.key === 'Escape') root.current?.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  }

  /** The menu closes first, so that a dialog gets the focus after it. */
  function closeOnChoice({ target }: MouseEvent): void {
    if (target instanceof Element && target.closest('button')) root.current?.hidePopover();
  }

  return (
    <div
      ref={root}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={t('chats.menu', { name })}
      className={`${placedMenu} ${styles.menu}`}
      onKeyDown={handleKey}
      onToggle={handleToggle}
      onClickCapture={closeOnChoice}
    >
      <p className={`${menuTitle} ${styles.title}`} role="presentation">
        {name}
      </p>
      {unread > 0 || marked === 1 ? (
        <MenuItem role="menuitem" icon={IconCheck} onClick={() => markReadUpTo(user.id, last_message?.seq ?? 0)}>
          {t('chats.do.read')}
        </MenuItem>
      ) : (
        last_message && (
          <MenuItem role="menuitem" icon={IconMessage2Exclamation} onClick={() => void markUnread(user.id)}>
            {t('chats.do.unread')}
          </MenuItem>
        )
      )}
      <PinItem chat={chat} role="menuitem" />
      <MuteItems chat={chat} role="menuitem" styles={styles} />
      {muted === 1 && muted_until !== null && (
        <p className={styles.note} role="presentation">
          {t('chats.muted.until', { moment: formatDateTime(muted_until) })}
        </p>
      )}
      <ArchiveItem chat={chat} role="menuitem" />
      <hr className={menuSeparator} />
      <BlockItem userId={user.id} isBlocked={blocked === 1} role="menuitem" onBlock={() => onConfirm(chat, 'block')} />
      <MenuItem role="menuitem" icon={IconTrash} className={styles.danger} onClick={() => onConfirm(chat, 'delete')}>
        {t('chats.do.delete')}
      </MenuItem>
    </div>
  );
}
