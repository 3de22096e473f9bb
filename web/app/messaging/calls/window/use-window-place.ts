import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import {
  type Area,
  FIXED_UNDER,
  firstPlace,
  fit,
  move,
  type Place,
  putAt,
  resize,
  type Spot,
  stepOf,
} from './window-place.ts';

const areaNow = (): Area => ({ width: window.innerWidth, height: window.innerHeight });

interface Drag {
  x: number;
  y: number;
  from: Place;
}

/** Where the window is, moved and stretched by pointer, by arrows and by the menu. Null while it fills a small screen. */
export function useWindowPlace() {
  const [area, setArea] = useState(areaNow);
  // Where it was put, if it was. On a browser's window that became smaller it stands where it fits, and goes back when there is room.
  const [wanted, setWanted] = useState<Place | null>(null);
  const placeFrom = (put: Place | null): Place => (put === null ? firstPlace(area) : fit(put, area));
  const place = placeFrom(wanted);
  const drag = useRef<Drag | null>(null);
  useEffect(() => {
    const see = (): void => setArea(areaNow());
    window.addEventListener('resize', see);
    return () => window.removeEventListener('resize', see);
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
      drag.current = { x: event.clientX, y: event.clientY, from: place };
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
    setWanted((before) => change(placeFrom(before), step[0], step[1], area));
  };
  return {
    place: isFixed ? null : place,
    isFixed,
    title: handle(move),
    corner: handle(resize),
    moveKeys: keys(move),
    resizeKeys: keys(resize),
    put: (spot: Spot) => setWanted((before) => putAt(spot, placeFrom(before), area)),
  };
}
