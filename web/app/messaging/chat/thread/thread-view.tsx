import type { ChatCard, Message } from '@app/contract/messaging/chat';
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { readerZone } from '../../../platform/format/reader-zone.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { Reaction } from '../engine/actions.ts';
import type { Thread } from '../engine/thread/thread-store.ts';
import styles from '../thread.module.css';
import { findOpening, rowsOfOpening } from './opening.ts';
import { itemsOf, type ThreadItem, tickOf } from './thread-items.ts';
import { DownButton, OlderLoading, StickyDay, useStickyDay } from './thread-overlays.tsx';
import { type RowHandlers, ThreadRow } from './thread-row.tsx';
import { useAnnouncement } from './use-announcement.ts';
import { usePlacing } from './use-placing.ts';
import { useRowChange } from './use-row-change.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useThreadReading } from './use-thread-reading.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

/** Pixels from the end within which the list follows new messages. */
const AT_END_PX = 60;
/** Pixels from the end from which the button to the end is shown. */
const FAR_PX = 320;

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
  /** The `seq` of the message to show first. */
  at: number | null;
  /** The server has rendered the rows where the thread begins. */
  isRendered: boolean;
  chosen: ReadonlySet<string> | null;
  onMenu: RowHandlers['menu'];
  onReply: (item: ThreadItem) => void;
  onQuote: RowHandlers['quote'];
  onReact: (message: Message, reaction: Reaction | null) => void;
  onToggle: (item: ThreadItem) => void;
  onLeave: () => void;
}

/** Handlers that stay the same objects, so that rows are rendered again only when they change. */
function useRowHandlers(props: ThreadViewProps, focus: RowHandlers['focus']): RowHandlers {
  const latest = useRef(props);
  latest.current = props;
  const [handlers] = useState<RowHandlers>(() => ({
    menu: (item, x, y) => latest.current.onMenu(item, x, y),
    reply: (item) => latest.current.onReply(item),
    quote: (reply) => latest.current.onQuote(reply),
    react: (message, reaction) => latest.current.onReact(message, reaction),
    toggle: (item) => latest.current.onToggle(item),
    focus,
  }));
  return handlers;
}

const isAbout = (about: ChatCard | null, card: ChatCard | null | undefined): boolean =>
  about !== null && about.kind === card?.kind && about.id === card.id;

export function ThreadView(props: ThreadViewProps) {
  const { thread, viewerId, userId, name, isTrusted, mayWrite, marksRead, about, at, chosen, onMenu, onLeave } = props;
  const t = useText('chat');
  const { rows, chat, hasOlder, hasNewer, isLoading, firstUnreadSeq } = thread;
  const { timeZone } = readerZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: days begin by the zone
  const all = useMemo(() => itemsOf(rows, firstUnreadSeq, hasOlder), [rows, firstUnreadSeq, hasOlder, timeZone]);
  const opening = findOpening(all, at, firstUnreadSeq);
  const scroller = useRef<HTMLDivElement>(null);
  const [isFar, setFar] = useState(false);
  const isPlacing = usePlacing(scroller);
  const isStatic = isPlacing && props.isRendered;
  const items = isStatic ? rowsOfOpening(all, opening) : all;
  const { shift, epoch } = useRowChange(items);
  const sticky = useStickyDay();
  const scroll = useThreadScroll({ thread, items, epoch, onSettled: () => look() });
  const look = useThreadReading({ thread, userId, marksRead, items, scroll });
  const announcement = useAnnouncement(items, hasNewer, name);
  const { currentIndex, setFocused, handleKey } = useRowFocus(items, { scroller, scroll, onMenu, onLeave });
  const handlers = useRowHandlers(props, setFocused);
  const { jump, toNewest, release } = scroll;
  useImperativeHandle(props.ref, () => ({ jump, toNewest }));

  function handleScroll(offset: number): void {
    const shown = scroll.list.current;
    if (shown === null) return;
    const left = shown.scrollSize - offset - shown.viewportSize;
    scroll.isAtEnd.current = left < AT_END_PX && !hasNewer;
    setFar(left > FAR_PX);
    look();
    sticky.setDay(items[shown.findItemIndex(offset + 8)]?.timestamp ?? null);
    if (scroll.hasMoved.current) sticky.show(offset > 8);
  }

  return (
    <div className={styles.pane}>
      {sticky.day !== null && <StickyDay day={sticky.day} isShown={sticky.isShown} />}
      {isLoading && hasOlder && items.length > 0 && <OlderLoading />}
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-label={t('chat.messages')}
        aria-live="off"
        aria-busy={isLoading}
        data-placing={isPlacing ? (isStatic ? opening.align : 'hidden') : undefined}
        onKeyDown={handleKey}
        onWheel={release}
        onTouchMove={release}
        onPointerDown={release}
      >
        <div className={styles.room} />
        <Virtualizer
          key={epoch}
          ref={scroll.list}
          scrollRef={scroller}
          data={items}
          shift={shift}
          bufferSize={600}
          keepMounted={isStatic ? [...items.keys()] : currentIndex >= 0 ? [currentIndex] : []}
          onScroll={handleScroll}
          onResize={scroll.keepPosition}
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
              about={isAbout(about, item.message?.card) ? about : null}
              isChosen={chosen === null ? null : chosen.has(item.key)}
              isFlashing={scroll.flashing === item.key}
              isCurrent={index === currentIndex}
              isFirst={item === all[0]}
              isStart={item === opening.item}
              isLast={index === items.length - 1}
              handlers={handlers}
            />
          )}
        </Virtualizer>
      </div>
      <p className="sr" aria-live="polite">
        {announcement}
      </p>
      {(isFar || hasNewer) && <DownButton unread={chat?.unread ?? 0} onClick={toNewest} />}
    </div>
  );
}
