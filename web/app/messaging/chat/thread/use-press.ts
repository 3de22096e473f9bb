import { type MouseEvent, type PointerEvent, useRef } from 'react';

const LONG_MS = 450;
const STILL_PX = 10;
/** Pixels to the right that count as a swipe to reply. */
const SWIPE_PX = 56;

interface Pressed {
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
  /** Horizontal offset, once the gesture is known not to be scrolling; otherwise null. */
  swipe: number | null;
}

interface Gestures {
  onMenu: (x: number, y: number) => void;
  onReply: (() => void) | null;
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, video, audio') !== null;

export function usePress({ onMenu, onReply }: Gestures) {
  const pressed = useRef<Pressed | null>(null);

  function end(element: HTMLElement): void {
    if (pressed.current === null) return;
    clearTimeout(pressed.current.timer);
    pressed.current = null;
    element.style.translate = '';
  }

  return {
    onContextMenu(event: MouseEvent<HTMLElement>): void {
      // Links and selected text keep the browser's own menu.
      const target = event.target as Element;
      if (target.closest('a') || !(window.getSelection()?.isCollapsed ?? true)) return;
      event.preventDefault();
      onMenu(event.clientX, event.clientY);
    },
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      const { clientX: x, clientY: y } = event;
      const timer = setTimeout(() => {
        pressed.current = null;
        navigator.vibrate?.(10);
        onMenu(x, y);
      }, LONG_MS);
      pressed.current = { x, y, timer, swipe: null };
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      const press = pressed.current;
      if (press === null) return;
      const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
      if (press.swipe === null) {
        if (Math.hypot(dx, dy) < STILL_PX) return;
        clearTimeout(press.timer);
        if (onReply === null || dx < 0 || Math.abs(dy) > Math.abs(dx) || isControl(event.target)) {
          pressed.current = null;
          return;
        }
      }
      press.swipe = Math.min(SWIPE_PX * 1.4, Math.max(0, dx - STILL_PX));
      event.currentTarget.style.translate = `${press.swipe}px`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      const swipe = pressed.current?.swipe ?? 0;
      end(event.currentTarget);
      if (swipe >= SWIPE_PX) onReply?.();
    },
    onPointerCancel(event: PointerEvent<HTMLElement>): void {
      end(event.currentTarget);
    },
  };
}
