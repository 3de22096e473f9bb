import { type MouseEvent, type PointerEvent, useRef } from 'react';

export interface PressPoint {
  anchor: HTMLElement;
  at?: { x: number; y: number };
}

const LONG_PRESS_MS = 500;
const STILL_PX = 10;

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
      // Some browsers also fire `contextmenu` for a long press.
      if (isDone.current) return;
      isDone.current =
        event.button === 2 && 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
      const { currentTarget: anchor, clientX: x, clientY: y } = event;
      // The menu key reports no point, or the corner.
      onPress(event.button === 2 && (x > 0 || y > 0) ? { anchor, at: { x, y } } : { anchor });
    },
    onClick(event: MouseEvent) {
      // Lifting the finger that opened the menu must not follow the link.
      if (isDone.current) event.preventDefault();
      isDone.current = false;
    },
  };
}
