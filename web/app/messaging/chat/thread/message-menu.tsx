import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircleCheck,
  IconCopy,
  IconInfoCircle,
  IconPencil,
  IconPinned,
  IconPinnedOff,
  IconTrash,
} from 'virtual:icons';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { EDIT_HOURS, REACTIONS } from '#contract/messaging/chat';
import { useText } from '../../../platform/i18n.tsx';
import { MenuItem } from '../../../ui/frame/menu.tsx';
import type { Reaction } from '../engine/actions.ts';
import styles from './message-menu.module.css';
import type { ThreadItem } from './thread-items.ts';

const HOUR_MS = 3_600_000;
const MARGIN = 8;

export type MessageAction = 'reply' | 'copy' | 'edit' | 'forward' | 'pin' | 'unpin' | 'select' | 'info' | 'delete';

const ICONS = {
  reply: IconArrowBackUp,
  copy: IconCopy,
  edit: IconPencil,
  forward: IconArrowForwardUp,
  pin: IconPinned,
  unpin: IconPinnedOff,
  select: IconCircleCheck,
  info: IconInfoCircle,
  delete: IconTrash,
};

/** Returns the allowed actions. `mayWrite`: both people can still write to each other. */
export function actionsFor({ message, mine }: ThreadItem, mayWrite: boolean, now: number): MessageAction[] {
  if (message === null) return [];
  const isCall = message.kind !== 'message';
  const isYoung = now - Date.parse(message.timestamp) < EDIT_HOURS * HOUR_MS;
  const mayEdit = mayWrite && mine && isYoung && !isCall && message.forwarded === null && message.content !== '';
  return [
    ...(mayWrite && !isCall ? (['reply'] as const) : []),
    ...(message.content === '' ? [] : (['copy'] as const)),
    ...(mayEdit ? (['edit'] as const) : []),
    ...(isCall || message.card?.kind === 'offer' || message.card?.kind === 'meeting' ? [] : (['forward'] as const)),
    ...(mayWrite && !isCall ? ([message.pinned === 1 ? 'unpin' : 'pin'] as const) : []),
    'select',
    ...(mine && !isCall ? (['info'] as const) : []),
    'delete',
  ];
}

export interface MenuPlace {
  item: ThreadItem;
  x: number;
  y: number;
}

interface MessageMenuProps {
  place: MenuPlace;
  mayWrite: boolean;
  onAction: (action: MessageAction, item: ThreadItem) => void;
  onReact: (reaction: Reaction | null, item: ThreadItem) => void;
  onClose: () => void;
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  // Horizontal arrows move between reactions; vertical arrows skip them.
  const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const isReaction = (button: Element | undefined): boolean => button?.hasAttribute('aria-pressed') === true;
  if (isSideways !== isReaction(buttons[at])) {
    if (isSideways) return;
    const rows = buttons.filter((button) => !isReaction(button));
    rows[step > 0 ? 0 : rows.length - 1]?.focus();
    return;
  }
  const next = buttons[(at + step + buttons.length) % buttons.length];
  if (isSideways && !isReaction(next)) return;
  next?.focus();
}

/** Menu of a message, at the pressed point, or as a bottom sheet on phones. Closes on Esc and on a press outside. */
export function MessageMenu({ place, mayWrite, onAction, onReact, onClose }: MessageMenuProps) {
  const t = useText('chat');
  const root = useRef<HTMLDivElement>(null);
  const [corner, setCorner] = useState({ left: 0, top: 0 });
  const { item, x, y } = place;
  const actions = actionsFor(item, mayWrite, Date.now());
  const own = item.message?.reactions.find(({ mine }) => mine === 1)?.reaction;

  useLayoutEffect(() => {
    const menu = root.current;
    if (menu === null) return;
    menu.showPopover?.();
    const { width, height } = menu.getBoundingClientRect();
    const left = Math.max(MARGIN, Math.min(x, window.innerWidth - width - MARGIN));
    const top = Math.max(MARGIN, Math.min(y, window.innerHeight - height - MARGIN));
    setCorner({ left, top });
    menu.querySelector<HTMLButtonElement>(`.${styles.rows} button`)?.focus({ preventScroll: true });
  }, [x, y]);

  useEffect(() => {
    // Replaces light dismiss, which closes the menu in Firefox when the finger of the long press is lifted.
    const leaveOutside = ({ target }: Event): void => {
      if (target instanceof Node && !root.current?.contains(target)) root.current?.hidePopover();
    };
    const leaving = new AbortController();
    document.addEventListener('pointerdown', leaveOutside, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Escape') root.current?.hidePopover();
    else moveFocus(event);
  }

  return (
    <div
      ref={root}
      popover="manual"
      role="dialog"
      tabIndex={-1}
      aria-label={t('chat.actions')}
      className={styles.menu}
      style={corner}
      onKeyDown={handleKey}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      // A second long press on the menu must not open the browser's context menu.
      onContextMenu={(event) => event.preventDefault()}
    >
      {mayWrite && item.message?.kind === 'message' && (
        // biome-ignore lint/a11y/useSemanticElements: presses, not fields
        <div className={styles.reactions} role="group" aria-label={t('chat.reactions')}>
          {REACTIONS.map((reaction) => (
            <button
              key={reaction}
              type="button"
              className={styles.reaction}
              aria-pressed={own === reaction}
              aria-label={t(own === reaction ? 'chat.reaction.take' : 'chat.reaction.give', { reaction })}
              onClick={() => onReact(own === reaction ? null : reaction, item)}
            >
              {reaction}
            </button>
          ))}
        </div>
      )}
      <div className={styles.rows}>
        {actions.map((action) => (
          <MenuItem
            key={action}
            icon={ICONS[action]}
            className={styles.row}
            data-danger={action === 'delete' || undefined}
            onClick={() => onAction(action, item)}
          >
            {t(`chat.actions.${action}`)}
          </MenuItem>
        ))}
      </div>
    </div>
  );
}
