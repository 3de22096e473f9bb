import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { type FloatCorner, nearestCorner } from './float-corner.ts';
import styles from './tiles.module.css';

interface FloatingTileProps {
  corner: FloatCorner;
  onCorner: (corner: FloatCorner) => void;
  children: ReactNode;
}

/** A small tile over the large one. It is dragged by the pointer and comes to rest in a corner. */
export function FloatingTile({ corner, onCorner, children }: FloatingTileProps) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const [offset, setOffset] = useState<{ x: number; y: number } | null>(null);

  function start(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button, [popover]'))) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY };
  }

  function drag({ clientX, clientY }: PointerEvent): void {
    if (from.current !== null) setOffset({ x: clientX - from.current.x, y: clientY - from.current.y });
  }

  function drop({ currentTarget }: PointerEvent<HTMLElement>): void {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (offset !== null && box !== undefined) onCorner(nearestCorner(currentTarget.getBoundingClientRect(), box));
    from.current = null;
    setOffset(null);
  }

  return (
    <ul
      className={styles.floating}
      data-corner={corner}
      style={offset === null ? undefined : { translate: `${offset.x}px ${offset.y}px` }}
      onPointerDown={start}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      {children}
    </ul>
  );
}
