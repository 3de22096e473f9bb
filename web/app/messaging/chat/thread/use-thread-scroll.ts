import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Thread } from '../engine/thread/thread-store.ts';
import { findFirstNew, type ThreadItem } from './thread-items.ts';
import { useRestartingTimer } from './use-restarting-timer.ts';

const OVER_NEW_PX = 72;
const FLASH_MS = 1600;
/** Milliseconds that a target message is kept in place while rows around it are measured. */
const ANCHOR_MS = 600;

type Align = 'start' | 'center';

/** Keeps a message in place until the list has measured its surroundings, or the user scrolls. */
function useAnchor(list: RefObject<VirtualizerHandle | null>, items: readonly ThreadItem[], onEnd: () => void) {
  const anchor = useRef<{ key: string; align: Align } | null>(null);
  const startTimer = useRestartingTimer();
  const handleEnd = useEffectEvent(onEnd);

  function restore(): boolean {
    const index = anchor.current === null ? -1 : items.findIndex(({ key }) => key === anchor.current?.key);
    if (anchor.current === null || index < 0) return false;
    const { align } = anchor.current;
    list.current?.scrollToIndex(index, align === 'start' ? { align, offset: -OVER_NEW_PX } : { align });
    return true;
  }

  return {
    restore,
    hold(key: string, align: Align): void {
      anchor.current = { key, align };
      restore();
      startTimer(() => {
        anchor.current = null;
        handleEnd();
      }, ANCHOR_MS);
    },
    release(): void {
      anchor.current = null;
    },
    isHeld: () => anchor.current !== null,
  };
}

interface ThreadScrollOptions {
  thread: Thread;
  items: readonly ThreadItem[];
  /** Changes when the rows were replaced. */
  epoch: number;
  /** A message that the list was scrolled to is in its place. */
  onSettled(): void;
}

export type ThreadScroll = ReturnType<typeof useThreadScroll>;

/** The scroll position of a thread: at the end, at the first unread message, or at a message that was jumped to. */
export function useThreadScroll({ thread, items, epoch, onSettled }: ThreadScrollOptions) {
  const { hasNewer, firstUnreadSeq } = thread;
  const list = useRef<VirtualizerHandle>(null);
  const isAtEnd = useRef(true);
  const hasMoved = useRef(false);
  const target = useRef<number | null>(null);
  const anchor = useAnchor(list, items, onSettled);
  const [flashing, setFlashing] = useState<string | null>(null);
  const startFlashTimer = useRestartingTimer();

  function toEnd(): void {
    isAtEnd.current = true;
    list.current?.scrollToIndex(items.length - 1, { align: 'end' });
  }

  function anchorTo(key: string, align: Align): void {
    isAtEnd.current = false;
    anchor.hold(key, align);
  }

  function goToTarget(): boolean {
    const item = target.current === null ? undefined : items.find(({ message }) => message?.seq === target.current);
    if (item === undefined) return false;
    target.current = null;
    anchorTo(item.key, 'center');
    setFlashing(item.key);
    startFlashTimer(() => setFlashing(null), FLASH_MS);
    return true;
  }

  function keepPosition(): void {
    if (!anchor.restore() && isAtEnd.current && target.current === null) toEnd();
  }

  useScrollOnChange(items, epoch, findFirstNew(items, firstUnreadSeq)?.key, {
    isBlocked: () => goToTarget() || target.current !== null,
    hasMoved: () => hasMoved.current,
    showFirstNew: (key) => anchorTo(key, 'start'),
    showEnd: toEnd,
    showOwn() {
      anchor.release();
      toEnd();
    },
    keepPosition,
  });

  return {
    list,
    isAtEnd,
    hasMoved,
    flashing,
    isHeld: anchor.isHeld,
    keepPosition,
    release(): void {
      hasMoved.current = true;
      anchor.release();
    },
    jump(seq: number): void {
      target.current = seq;
      hasMoved.current = true;
      if (goToTarget()) return;
      isAtEnd.current = false;
      void thread.jumpTo(seq);
    },
    toNewest(): void {
      target.current = null;
      anchor.release();
      if (hasNewer) {
        isAtEnd.current = true;
        thread.toNewest();
      } else toEnd();
    },
  };
}

interface ChangeActions {
  isBlocked(): boolean;
  hasMoved(): boolean;
  showFirstNew(key: string): void;
  showEnd(): void;
  /** Shows the message that the user has just sent. */
  showOwn(): void;
  keepPosition(): void;
}

/** Scrolls once when the rows were replaced, and after each change of them. */
function useScrollOnChange(
  items: readonly ThreadItem[],
  epoch: number,
  firstNewKey: string | undefined,
  actions: ChangeActions,
): void {
  /** The epoch at which the scroll position was initialized; initialized again after the rows were replaced. */
  const opened = useRef('');
  const lastKey = useRef<string | undefined>(undefined);
  const openingKey = `${epoch} ${firstNewKey ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every opening, and after each change of the rows
  useLayoutEffect(() => {
    const last = items.at(-1);
    if (last === undefined || actions.isBlocked()) return;
    const isOpening = opened.current.split(' ')[0] !== String(epoch);
    const isNew = last.key !== lastKey.current;
    lastKey.current = last.key;
    if (isOpening || (opened.current !== openingKey && !actions.hasMoved())) {
      opened.current = openingKey;
      // Once the user has scrolled to the end, the list stays there.
      if (firstNewKey !== undefined && !actions.hasMoved()) actions.showFirstNew(firstNewKey);
      else actions.showEnd();
    } else if (isNew && last.outgoing !== null) actions.showOwn();
    else actions.keepPosition();
  }, [items, epoch, openingKey]);
}
