import { type RefObject, useEffect, useState } from 'react';

/** Frames after which the rows are shown even if their height still changes. */
const FRAMES_MAX = 20;

/**
 * True on the server, and until the rows of an opened chat have kept their height for two frames: the list places them by estimates first,
 * and nobody should see them move.
 */
export function usePlacing(scroller: RefObject<HTMLElement | null>): boolean {
  const [isPlacing, setPlacing] = useState(true);
  useEffect(() => {
    let frame = 0;
    let same = 0;
    let height = 0;
    function look(): void {
      const now = scroller.current?.scrollHeight ?? 0;
      same = now === height ? same + 1 : 0;
      height = now;
      frame += 1;
      if (same >= 2 || frame >= FRAMES_MAX) setPlacing(false);
      else request = requestAnimationFrame(look);
    }
    let request = requestAnimationFrame(look);
    return () => cancelAnimationFrame(request);
  }, [scroller]);
  return isPlacing;
}
