import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { useLongPress } from '../use-long-press.ts';

const STILL_PX = 10;
/** Pixels to the right that count as a swipe to reply. */
const SWIPE_PX = 56;

interface Swipe {
  x: number;
  y: number;
  /** Horizontal offset, once the gesture is known not to be scrolling; otherwise null. */
  offset: number | null;
}

interface Gestures {
  onMenu: (x: number, y: number) => void;
  onReply: (() => void) | null;
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, video, audio') !== null;

export function usePress({ onMenu, onReply }: Gestures) {
  const swipe = useRef<Swipe | null>(null);
  const press = useLongPress(({ point }) => {
    swipe.current = null;
    navigator.vibrate?.(10);
    onMenu(point.x, point.y);
  });

  function end(element: HTMLElement): number {
    const offset = swipe.current?.offset ?? 0;
    swipe.current = null;
    element.style.translate = '';
    return offset;
  }

  return {
    ...press,
    onContextMenu(event: MouseEvent<HTMLElement>): void {
      // Links and selected text keep the browser's own menu.
      const target = event.target as Element;
      if (target.closest('a') || !(window.getSelection()?.isCollapsed ?? true)) return;
      press.onContextMenu(event);
    },
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      press.onPointerDown(event);
      swipe.current = { x: event.clientX, y: event.clientY, offset: null };
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      press.onPointerMove(event);
      const moved = swipe.current;
      if (moved === null) return;
      const [dx, dy] = [event.clientX - moved.x, event.clientY - moved.y];
      if (moved.offset === null) {
        if (Math.hypot(dx, dy) < STILL_PX) return;
        if (onReply === null || dx < 0 || Math.abs(dy) > Math.abs(dx) || isControl(event.target)) {
          swipe.current = null;
          return;
        }
      }
      moved.offset = Math.min(SWIPE_PX * 1.4, Math.max(0, dx - STILL_PX));
      event.currentTarget.style.translate = `${moved.offset}px`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      press.onPointerUp();
      if (end(event.currentTarget) >= SWIPE_PX) onReply?.();
    },
    onPointerCancel(event: PointerEvent<HTMLElement>): void {
      press.onPointerCancel();
      end(event.currentTarget);
    },
  };
}
