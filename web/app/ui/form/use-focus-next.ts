import { type RefObject, useEffect, useRef } from 'react';

/**
 * Whoever sends away a row of a list goes on from the row that took its place, and from the page when none is left: without that the
 * focus would be lost with the row. `count` says how many rows there are.
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
      // A row that is taken away tells of no next place; a person who goes elsewhere does.
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
