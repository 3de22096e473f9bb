import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Where a menu opens: under what was pressed, or at a point of the window. */
export interface PressPoint {
  anchor: HTMLElement;
  at?: { x: number; y: number };
}

const LONG_PRESS_MS = 500;
/** A finger that moves farther scrolls. */
const STILL_PX = 10;

/** What opens the menu of a link: a right press, the key for menus, or a finger that stays. */
export function useLongPress(onPress: (place: PressPoint) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const isDone = useRef(false);
  const end = (): void => clearTimeout(timer.current);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      isDone.current = false;
      if (event.pointerType === 'mouse') return;
      const { currentTarget: anchor, clientX: x, clientY: y } = event;
      start.current = { x, y };
      end();
      timer.current = setTimeout(() => {
        isDone.current = true;
        onPress({ anchor });
      }, LONG_PRESS_MS);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu(event: MouseEvent<HTMLElement>) {
      event.preventDefault();
      end();
      // Some browsers tell of a finger that stays in this way.
      if (isDone.current) return;
      isDone.current =
        event.button === 2 && 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
      const { currentTarget: anchor, clientX: x, clientY: y } = event;
      // The key for menus tells no point, or the corner.
      onPress(event.button === 2 && (x > 0 || y > 0) ? { anchor, at: { x, y } } : { anchor });
    },
    onClick(event: MouseEvent) {
      // The finger that opened the menu leaves the row: that is no press.
      if (isDone.current) event.preventDefault();
      isDone.current = false;
    },
  };
}
