import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { moveBy, type Size, type View, zoomAt } from './view.ts';

const MIDDLE = { x: 0, y: 0 };
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const STEP = 80;
const WHEEL = 1 / 300;

/** A finger moves the map, two fingers and the wheel change its zoom, and the keyboard does both. */
export function useMapGestures(
  element: RefObject<HTMLDivElement | null>,
  view: View | null,
  size: Size,
  onMove: (view: View) => void,
) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());

  function fromMiddle({ clientX, clientY }: { clientX: number; clientY: number }) {
    const box = element.current?.getBoundingClientRect();
    if (box === undefined) return MIDDLE;
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  }

  const turnWheel = useEffectEvent((event: WheelEvent) => {
    if (view === null) return;
    event.preventDefault();
    const by = -event.deltaY * (event.deltaMode === 1 ? 20 : 1) * WHEEL;
    onMove(zoomAt(view, Math.max(-1, Math.min(1, by)), fromMiddle(event), size));
  });

  useEffect(() => {
    const target = element.current;
    // React listens passively, and a passive listener cannot keep the page from scrolling.
    const listen = (event: WheelEvent): void => turnWheel(event);
    target?.addEventListener('wheel', listen, { passive: false });
    return () => target?.removeEventListener('wheel', listen);
  }, [element]);

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || (event.target as Element).closest('button, a')) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined || view === null) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other === undefined) {
      onMove(moveBy(view, now.x - before.x, now.y - before.y, size));
      return;
    }
    const apart = (one: { x: number; y: number }): number => Math.hypot(one.x - other.x, one.y - other.y);
    const middle = fromMiddle({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
    const moved = moveBy(view, (now.x - before.x) / 2, (now.y - before.y) / 2, size);
    onMove(zoomAt(moved, Math.log2(apart(now) / Math.max(1, apart(before))), middle, size));
  }

  function onPointerUp(event: PointerEvent<HTMLDivElement>): void {
    fingers.current.delete(event.pointerId);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (view === null || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) onMove(moveBy(view, arrow[0] * STEP, arrow[1] * STEP, size));
    else if (event.key === '+' || event.key === '=') onMove(zoomAt(view, 1, MIDDLE, size));
    else if (event.key === '-') onMove(zoomAt(view, -1, MIDDLE, size));
    else return;
    event.preventDefault();
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown };
}
