import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { ThreadItem } from './thread-items.ts';
import type { ThreadScroll } from './use-thread-scroll.ts';

interface RowFocusOptions {
  scroller: RefObject<HTMLElement | null>;
  scroll: ThreadScroll;
  onMenu(item: ThreadItem, x: number, y: number): void;
  onLeave(): void;
}

/** Moves the focus between messages by the keyboard; one row at a time can be reached by Tab. */
export function useRowFocus(items: readonly ThreadItem[], { scroller, scroll, onMenu, onLeave }: RowFocusOptions) {
  const [focused, setFocused] = useState<string | null>(null);
  const lastIndex = items.length - 1;
  const focusedIndex = focused === null ? -1 : items.findIndex(({ key }) => key === focused);
  const currentIndex = focusedIndex < 0 ? lastIndex : focusedIndex;

  function focusItem(index: number): void {
    const at = Math.max(0, Math.min(lastIndex, index));
    const item = items[at];
    if (item === undefined) return;
    scroll.release();
    setFocused(item.key);
    scroll.list.current?.scrollToIndex(at, { align: 'nearest' });
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroller.current
          ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(item.key)}"]`)
          ?.focus({ preventScroll: true }),
      ),
    );
  }

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const { target: element } = event;
    if (event.key === 'Escape') onLeave();
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
      onMenu(item, left, bottom);
    }
  }

  return { currentIndex, setFocused, handleKey };
}
