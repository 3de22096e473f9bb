import { type MouseEvent, type PointerEvent, useRef } from 'react';

interface Point {
  x: number;
  y: number;
}

export interface PressPoint {
  anchor: HTMLElement;
  /** The point of a mouse; a finger and the menu key mean the element. */
  at?: Point;
}

const LONG_PRESS_MS = 450;
const STILL_PX = 10;

/** Swallows the click of the lifted finger, which may land on what the press opened under the finger. */
function swallowClick(): void {
  const stop = (): void => {
    window.removeEventListener('click', swallow, true);
    for (const begin of ['pointerdown', 'keydown'] as const) window.removeEventListener(begin, stop, true);
  };
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    stop();
  };
  window.addEventListener('click', swallow, true);
  for (const begin of ['pointerdown', 'keydown'] as const) window.addEventListener(begin, stop, true);
}

export function useLongPress(onPress: (place: PressPoint & { point: Point }) => void) {
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
        swallowClick();
        onPress({ anchor, point: { x, y } });
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
      if (isDone.current) swallowClick();
      const { currentTarget: anchor, clientX: x, clientY: y } = event;
      // The menu key reports no point, or the corner.
      const point = { x, y };
      onPress(event.button === 2 && (x > 0 || y > 0) ? { anchor, point, at: point } : { anchor, point });
    },
  };
}
