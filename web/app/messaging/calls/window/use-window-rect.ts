import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import {
  type Area,
  FIXED_UNDER,
  fit,
  initialRect,
  move,
  moveToCorner,
  resize,
  stepOf,
  type WindowCorner,
  type WindowRect,
} from './window-rect.ts';

const areaNow = (): Area => ({ width: window.innerWidth, height: window.innerHeight });

interface Drag {
  x: number;
  y: number;
  from: WindowRect;
}

/**
 * Position and size of the call window, changed by pointer, arrow keys and menu. Null while the window fills a small
 * screen.
 */
export function useWindowRect() {
  const [area, setArea] = useState(areaNow);
  // Where the user placed the window, if at all. In a smaller viewport the window moves to where it fits, and returns
  // when there is room again.
  const [wanted, setWanted] = useState<WindowRect | null>(null);
  const rectFrom = (put: WindowRect | null): WindowRect => (put === null ? initialRect(area) : fit(put, area));
  const rect = rectFrom(wanted);
  const drag = useRef<Drag | null>(null);
  useEffect(() => {
    const updateArea = (): void => setArea(areaNow());
    window.addEventListener('resize', updateArea);
    return () => window.removeEventListener('resize', updateArea);
  }, []);

  const isFixed = area.width < FIXED_UNDER;
  const handle = (change: typeof move) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const isControl = event.target instanceof Element && event.target.closest('button, a, [popover]');
      if (
        isFixed ||
        event.button !== 0 ||
        (isControl && isControl !== event.currentTarget && !isControl.hasAttribute('data-grip'))
      )
        return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, from: rect };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag.current === null) return;
      const { x, y, from } = drag.current;
      setWanted(change(from, event.clientX - x, event.clientY - y, area));
    },
    onPointerUp() {
      drag.current = null;
    },
    onPointerCancel() {
      drag.current = null;
    },
  });
  const keys = (change: typeof move) => (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event.key);
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setWanted((before) => change(rectFrom(before), step[0], step[1], area));
  };
  return {
    rect: isFixed ? null : rect,
    isFixed,
    title: handle(move),
    corner: handle(resize),
    moveKeys: keys(move),
    resizeKeys: keys(resize),
    put: (windowCorner: WindowCorner) => setWanted((before) => moveToCorner(windowCorner, rectFrom(before), area)),
  };
}
