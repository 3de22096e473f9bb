import { useEffect, useEffectEvent } from 'react';
import { markReadUpTo } from '../engine/receipts.ts';
import type { Thread } from '../engine/thread/thread-store.ts';
import type { ThreadItem } from './thread-items.ts';
import type { ThreadScroll } from './use-thread-scroll.ts';

/** Pixels before an edge at which the next page is loaded. */
const AHEAD_PX = 1200;

interface ThreadReadingOptions {
  thread: Thread;
  userId: number;
  marksRead: boolean;
  items: readonly ThreadItem[];
  scroll: ThreadScroll;
}

/** Marks as read what the user sees, and loads what is near. Returns a function that checks both. */
export function useThreadReading({ thread, userId, marksRead, items, scroll }: ThreadReadingOptions): () => void {
  const { chat, isLoading, hasOlder, hasNewer } = thread;

  function markSeen(): void {
    const shown = scroll.list.current;
    if (!marksRead || shown === null || document.visibilityState !== 'visible' || !document.hasFocus()) return;
    // At the end, the margin below the last message would hide it from the calculation.
    const lowest = scroll.isAtEnd.current
      ? items.length - 1
      : shown.findItemIndex(shown.scrollOffset + shown.viewportSize - 24);
    const seen = items.findLast(({ message, mine }, index) => index <= lowest && message !== null && !mine)?.message;
    if (seen && seen.seq > (chat?.my_read_seq ?? 0)) markReadUpTo(userId, seen.seq);
  }

  function loadMore(): void {
    const shown = scroll.list.current;
    if (shown === null || isLoading || scroll.isHeld()) return;
    if (hasOlder && shown.scrollOffset < AHEAD_PX) thread.loadOlder();
    else if (hasNewer && shown.scrollSize - shown.scrollOffset - shown.viewportSize < AHEAD_PX) thread.loadNewer();
  }

  function look(): void {
    markSeen();
    loadMore();
  }

  const handleLook = useEffectEvent(look);
  useEffect(() => {
    const handleVisible = (): void => handleLook();
    const leaving = new AbortController();
    window.addEventListener('focus', handleVisible, { signal: leaving.signal });
    document.addEventListener('visibilitychange', handleVisible, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of what is there
  useEffect(() => {
    // Waits until the list has measured itself.
    const frame = requestAnimationFrame(() => handleLook());
    return () => cancelAnimationFrame(frame);
  }, [items, isLoading, marksRead]);

  return look;
}
