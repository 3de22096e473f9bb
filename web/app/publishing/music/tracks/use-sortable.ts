import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';

/** Index of the dragged row and the index where it would be dropped. */
interface Dragged {
  from: number;
  to: number;
}

interface Sortable<Element extends HTMLElement> {
  list: RefObject<Element | null>;
  /** Marks the dragged row, and the row before or after which it would be dropped. */
  row: (index: number) => { 'data-dragged': true | undefined; 'data-drop': 'before' | 'after' | undefined };
  handle: (index: number) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

/** Sortable rows: by dragging the handle (mouse, pen, touch) or with arrow keys on the handle. */
export function useSortable<Element extends HTMLElement>(
  count: number,
  onMove: (from: number, to: number) => void,
): Sortable<Element> {
  const list = useRef<Element>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const latest = useRef(dragged);

  function drag(next: Dragged | null): void {
    latest.current = next;
    setDragged(next);
  }

  function placeAt(y: number): number {
    const rows = [...(list.current?.children ?? [])];
    const place = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
    return place === -1 ? count - 1 : Math.min(place, count - 1);
  }

  function drop(isMeant: boolean): void {
    const { current } = latest;
    drag(null);
    if (isMeant && current !== null && current.from !== current.to) onMove(current.from, current.to);
  }

  const keyed = (index: number, key: string): number | undefined =>
    ({ ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 })[key];

  return {
    list,
    row: (index) => ({
      'data-dragged': dragged?.from === index || undefined,
      'data-drop':
        dragged?.to === index && dragged.from !== index ? (dragged.from < index ? 'after' : 'before') : undefined,
    }),
    handle: (index) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag({ from: index, to: index });
      },
      onPointerMove(event) {
        if (latest.current === null) return;
        const to = placeAt(event.clientY);
        if (to !== latest.current.to) drag({ from: latest.current.from, to });
      },
      onPointerUp: () => drop(true),
      onPointerCancel: () => drop(false),
      onKeyDown(event) {
        if (event.key === 'Escape' && latest.current !== null) return drop(false);
        const to = keyed(index, event.key);
        if (to === undefined || to < 0 || to >= count || to === index) return;
        event.preventDefault();
        onMove(index, to);
        requestAnimationFrame(() => list.current?.children[to]?.querySelector<HTMLElement>('[data-handle]')?.focus());
      },
    }),
  };
}
