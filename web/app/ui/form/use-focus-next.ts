import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the row that replaced a removed row, or to the page when the list is empty; otherwise the focus
 * would be lost with the row. `count` is the number of rows.
 */
export function useFocusNext<List extends HTMLElement>(count: number): RefObject<List | null> {
  const list = useRef<List>(null);
  const place = useRef(-1);
  const isThere = count > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that comes only now is listened to from now on
  useEffect(() => {
    const root = list.current;
    if (!root) return;
    const handleFocusIn = ({ target }: FocusEvent): void => {
      place.current = [...root.children].findIndex((row) => target instanceof Node && row.contains(target));
    };
    const handleFocusOut = ({ relatedTarget }: FocusEvent): void => {
      // Removing a row gives no `relatedTarget`; moving the focus elsewhere does.
      if (relatedTarget !== null) place.current = -1;
    };
    root.addEventListener('focusin', handleFocusIn);
    root.addEventListener('focusout', handleFocusOut);
    return () => {
      root.removeEventListener('focusin', handleFocusIn);
      root.removeEventListener('focusout', handleFocusOut);
    };
  }, [isThere]);

  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (place.current < 0 || !isLost) return;
    const row = list.current?.children[Math.min(place.current, count - 1)];
    const next = row?.querySelector<HTMLElement>('button, a') ?? document.getElementById('content');
    next?.focus({ preventScroll: true });
  }, [count]);

  return list;
}
