import type { ChatCard, Message } from '@app/contract/messaging/chat';
import { IconArrowDown, IconLoader2 } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { markRead, type Reaction } from '../engine/actions.ts';
import type { Thread } from '../engine/chat-types.ts';
import styles from '../thread.module.css';
import { itemsOf, type ThreadItem, tickOf } from './thread-items.ts';
import { Day, type RowHandlers, ThreadRow } from './thread-row.tsx';
import { useRowChange } from './use-row-change.ts';

/** Pixels from the end within which the list follows new messages. */
const AT_END_PX = 60;
/** Pixels from the end from which the button to the end is shown. */
const FAR_PX = 320;
/** Pixels before an edge at which the next page is loaded. */
const AHEAD_PX = 1200;
const OVER_NEW_PX = 72;
const FLASH_MS = 1600;
/** Milliseconds that a target message is kept in place while rows around it are measured. */
const ANCHOR_MS = 600;
const DAY_SHOWN_MS = 1400;

export interface ThreadHandle {
  jump(seq: number): void;
  toNewest(): void;
}

export interface ThreadViewProps {
  ref?: Ref<ThreadHandle>;
  thread: Thread;
  viewerId: number;
  userId: number;
  name: string;
  isTrusted: boolean;
  mayWrite: boolean;
  marksRead: boolean;
  about: ChatCard | null;
  chosen: ReadonlySet<string> | null;
  onMenu: RowHandlers['menu'];
  onReply: (item: ThreadItem) => void;
  onQuote: RowHandlers['quote'];
  onReact: (message: Message, reaction: Reaction | null) => void;
  onToggle: (item: ThreadItem) => void;
  onLeave: () => void;
}

function announcementText(
  { message }: ThreadItem,
  kindOf: (kind: 'photo' | 'video' | 'audio' | 'voice' | 'file' | 'card') => string,
): string {
  if (message === null) return '';
  if (message.content) return message.content;
  const [file] = message.attachments;
  if (file) return kindOf(file.kind === 'image' ? 'photo' : file.kind);
  return message.card ? kindOf('card') : '';
}

export function ThreadView(props: ThreadViewProps) {
  const { thread, viewerId, userId, name, isTrusted, mayWrite, marksRead, about, chosen } = props;
  const t = useText('chat');
  const { rows, chat, hasOlder, hasNewer, isLoading, firstUnreadSeq } = thread;
  const items = useMemo(() => itemsOf(rows, firstUnreadSeq, hasOlder), [rows, firstUnreadSeq, hasOlder]);
  const { shift, epoch } = useRowChange(items);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const isAtEnd = useRef(true);
  /** The epoch at which the scroll position was initialized; initialized again after the rows were replaced. */
  const opened = useRef('');
  const hasMoved = useRef(false);
  const target = useRef<number | null>(null);
  const anchor = useRef<{ key: string; align: 'start' | 'center' } | null>(null);
  const lastKey = useRef<string | undefined>(undefined);
  const announcedSeq = useRef<number | null>(null);
  const timers = useRef<Partial<Record<'flash' | 'day' | 'held', ReturnType<typeof setTimeout>>>>({});
  const [isFar, setFar] = useState(false);
  const [day, setDay] = useState<string | null>(null);
  const [isDayShown, setDayShown] = useState(false);
  const [flashing, setFlashing] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const lastIndex = items.length - 1;

  function toEnd(smooth = false): void {
    isAtEnd.current = true;
    list.current?.scrollToIndex(lastIndex, { align: 'end', smooth });
  }

  function restoreAnchor(): boolean {
    const index = anchor.current === null ? -1 : items.findIndex(({ key }) => key === anchor.current?.key);
    if (anchor.current === null || index < 0) return false;
    const { align } = anchor.current;
    list.current?.scrollToIndex(index, align === 'start' ? { align, offset: -OVER_NEW_PX } : { align });
    return true;
  }

  /** Scrolls to a message and keeps it in place until the list has measured its surroundings, or the user scrolls. */
  function anchorTo(key: string, align: 'start' | 'center'): void {
    isAtEnd.current = false;
    anchor.current = { key, align };
    restoreAnchor();
    clearTimeout(timers.current.held);
    timers.current.held = setTimeout(() => {
      anchor.current = null;
      onLook();
    }, ANCHOR_MS);
  }

  function releaseAnchor(): void {
    hasMoved.current = true;
    anchor.current = null;
  }

  function goToTarget(): boolean {
    if (target.current === null) return false;
    const seq = target.current;
    const item = items.find(({ message }) => message?.seq === seq);
    if (item === undefined) return false;
    target.current = null;
    anchorTo(item.key, 'center');
    clearTimeout(timers.current.flash);
    setFlashing(item.key);
    timers.current.flash = setTimeout(() => setFlashing(null), FLASH_MS);
    return true;
  }

  function jump(seq: number): void {
    target.current = seq;
    hasMoved.current = true;
    if (goToTarget()) return;
    isAtEnd.current = false;
    void thread.jumpTo(seq);
  }

  function toNewest(): void {
    target.current = null;
    anchor.current = null;
    if (hasNewer) {
      isAtEnd.current = true;
      thread.toNewest();
    } else toEnd();
  }

  useImperativeHandle(props.ref, () => ({ jump, toNewest }));

  function handleViewChange(): void {
    const shown = list.current;
    if (!marksRead || shown === null || document.visibilityState !== 'visible' || !document.hasFocus()) return;
    // At the end, the margin below the last message would hide it from the calculation.
    const lowest = isAtEnd.current ? lastIndex : shown.findItemIndex(shown.scrollOffset + shown.viewportSize - 24);
    for (let index = Math.min(lowest, lastIndex); index >= 0; index -= 1) {
      const { message, mine } = items[index] as ThreadItem;
      if (message === null || mine) continue;
      if (message.seq > (chat?.my_read_seq ?? 0)) markRead(userId, message.seq);
      return;
    }
  }

  function loadMore(): void {
    const shown = list.current;
    if (shown === null || isLoading || anchor.current !== null) return;
    if (hasOlder && shown.scrollOffset < AHEAD_PX) thread.loadOlder();
    else if (hasNewer && shown.scrollSize - shown.scrollOffset - shown.viewportSize < AHEAD_PX) thread.loadNewer();
  }

  function handleScroll(offset: number): void {
    const shown = list.current;
    if (shown === null) return;
    const left = shown.scrollSize - offset - shown.viewportSize;
    isAtEnd.current = left < AT_END_PX && !hasNewer;
    setFar(left > FAR_PX);
    loadMore();
    handleViewChange();
    setDay(items[shown.findItemIndex(offset + 8)]?.timestamp ?? null);
    if (!hasMoved.current) return;
    setDayShown(offset > 8);
    clearTimeout(timers.current.day);
    timers.current.day = setTimeout(() => setDayShown(false), DAY_SHOWN_MS);
  }

  const firstNew =
    firstUnreadSeq === null ? -1 : items.findIndex(({ message }) => message !== null && message.seq >= firstUnreadSeq);
  const openingKey = `${epoch} ${firstNew >= 0 ? items[firstNew]?.key : ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every opening, and after each change of the rows
  useLayoutEffect(() => {
    if (items.length === 0 || goToTarget() || target.current !== null) return;
    const isOpening = opened.current.split(' ')[0] !== String(epoch);
    if (isOpening || (opened.current !== openingKey && !hasMoved.current)) {
      opened.current = openingKey;
      // Once the user has scrolled to the end, the list stays there.
      if (firstNew >= 0 && !hasMoved.current) {
        anchorTo(items[firstNew]?.key ?? '', 'start');
      } else toEnd();
      lastKey.current = items[lastIndex]?.key;
      return;
    }
    const last = items[lastIndex];
    const isNew = last !== undefined && last.key !== lastKey.current;
    lastKey.current = last?.key;
    if (isNew && last.outgoing !== null) {
      anchor.current = null;
      toEnd();
    } else if (!restoreAnchor() && isAtEnd.current) toEnd();
  }, [items, epoch, openingKey]);

  const onLook = useEffectEvent(() => {
    handleViewChange();
    loadMore();
  });
  useEffect(() => {
    const updateVisible = (): void => onLook();
    window.addEventListener('focus', updateVisible);
    document.addEventListener('visibilitychange', updateVisible);
    return () => {
      window.removeEventListener('focus', updateVisible);
      document.removeEventListener('visibilitychange', updateVisible);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of what is there
  useEffect(() => {
    // Waits until the list has measured itself.
    const frame = requestAnimationFrame(() => onLook());
    return () => cancelAnimationFrame(frame);
  }, [items, isLoading, marksRead]);

  // Announces new messages to screen readers, but not those loaded by scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes, when it comes
  useEffect(() => {
    const newest = items.findLast(({ message }) => message !== null)?.message ?? null;
    if (newest === null || hasNewer) return;
    const before = announcedSeq.current;
    announcedSeq.current = newest.seq;
    if (before === null || newest.seq <= before || newest.mine === 1) return;
    const item = items.findLast(({ message }) => message === newest);
    if (item)
      setAnnouncement(t('chat.announce', { name, text: announcementText(item, (kind) => t(`chat.kind.${kind}`)) }));
  }, [items]);

  useEffect(() => {
    const { current } = timers;
    return () => {
      clearTimeout(current.flash);
      clearTimeout(current.day);
      clearTimeout(current.held);
    };
  }, []);

  const latest = useRef(props);
  latest.current = props;
  const [handlers] = useState<RowHandlers>(() => ({
    menu: (item, x, y) => latest.current.onMenu(item, x, y),
    reply: (item) => latest.current.onReply(item),
    quote: (reply) => latest.current.onQuote(reply),
    react: (message, reaction) => latest.current.onReact(message, reaction),
    toggle: (item) => latest.current.onToggle(item),
    focus: setFocused,
  }));

  const focusedIndex = focused === null ? -1 : items.findIndex(({ key }) => key === focused);
  const currentIndex = focusedIndex < 0 ? lastIndex : focusedIndex;

  function focusItem(index: number): void {
    const item = items[Math.max(0, Math.min(lastIndex, index))];
    if (item === undefined) return;
    releaseAnchor();
    setFocused(item.key);
    list.current?.scrollToIndex(items.indexOf(item), { align: 'nearest' });
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroller.current
          ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(item.key)}"]`)
          ?.focus({ preventScroll: true }),
      ),
    );
  }

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    const { target: element } = event;
    if (event.key === 'Escape') props.onLeave();
    // Elements inside a message handle their own keys.
    if (!(element instanceof HTMLElement) || element.dataset.key === undefined) return;
    const to = { ArrowUp: currentIndex - 1, ArrowDown: currentIndex + 1, Home: 0, End: lastIndex }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      focusItem(to);
      return;
    }
    const item = items[currentIndex];
    if (item?.message && (event.key === 'Enter' || event.key === 'ContextMenu')) {
      event.preventDefault();
      const { left, bottom } = element.getBoundingClientRect();
      handlers.menu(item, left, bottom);
    }
  }

  const unread = chat?.unread ?? 0;
  return (
    <div className={styles.pane}>
      {day !== null && (
        <p className={styles.sticky} data-shown={isDayShown || undefined} aria-hidden="true">
          <span>
            <Day timestamp={day} />
          </span>
        </p>
      )}
      {isLoading && hasOlder && items.length > 0 && (
        <p className={styles.loading} role="status">
          <IconLoader2 size={20} stroke={2} aria-hidden="true" />
          <span className="sr">{t('chat.load.older')}</span>
        </p>
      )}
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-label={t('chat.messages')}
        aria-live="off"
        aria-busy={isLoading}
        onKeyDown={handleKey}
        onWheel={releaseAnchor}
        onTouchMove={releaseAnchor}
        onPointerDown={releaseAnchor}
      >
        <div className={styles.room} />
        <Virtualizer
          key={epoch}
          ref={list}
          scrollRef={scroller}
          data={items}
          shift={shift}
          bufferSize={600}
          keepMounted={currentIndex >= 0 ? [currentIndex] : []}
          onScroll={handleScroll}
          onResize={() => {
            if (!restoreAnchor() && isAtEnd.current && target.current === null) toEnd();
          }}
        >
          {(item, index) => (
            <ThreadRow
              key={item.key}
              item={item}
              tick={tickOf(item, chat)}
              viewerId={viewerId}
              name={name}
              isTrusted={isTrusted}
              mayWrite={mayWrite}
              about={about}
              isChosen={chosen === null ? null : chosen.has(item.key)}
              isFlashing={flashing === item.key}
              isCurrent={index === currentIndex}
              isFirst={index === 0}
              isLast={index === lastIndex}
              handlers={handlers}
            />
          )}
        </Virtualizer>
      </div>
      <p className="sr" aria-live="polite">
        {announcement}
      </p>
      {(isFar || hasNewer) && (
        <button
          type="button"
          className={styles.down}
          aria-label={t('chat.down', { count: unread })}
          title={t('chat.down', { count: unread })}
          onClick={toNewest}
        >
          <IconArrowDown size={22} stroke={ICON_STROKE} aria-hidden="true" />
          {unread > 0 && (
            <span className={styles.badge} aria-hidden="true">
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </button>
      )}
    </div>
  );
}
