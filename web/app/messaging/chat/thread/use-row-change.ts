import { useRef } from 'react';
import { changeOf, type RowChange } from './thread-items.ts';

/**
 * Returns how the list changed in this render. The same list always gives the same result, so repeated renders are
 * safe.
 */
export function useRowChange(items: readonly { key: string }[]): RowChange {
  const last = useRef<{ items: readonly { key: string }[]; change: RowChange }>({
    items: [],
    change: { shift: false, epoch: 0 },
  });
  if (last.current.items !== items) {
    last.current = { items, change: changeOf(last.current.items, items, last.current.change.epoch) };
  }
  return last.current.change;
}
