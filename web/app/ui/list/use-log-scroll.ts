import { type UIEvent, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from an edge that still count as being at the edge. */
const NEAR = 48;

/** Keeps a log of messages at its end, and what is visible in place when `rows` tells that rows were added above. */
export function useLogScroll(rows: string, onTop: () => void) {
  const log = useRef<HTMLDivElement>(null);
  const fromEnd = useRef(0);
  const [isAway, setAway] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows were added above or below
  useLayoutEffect(() => {
    const element = log.current;
    if (element === null) return;
    if (fromEnd.current < NEAR) element.scrollTop = element.scrollHeight;
    else element.scrollTop = element.scrollHeight - element.clientHeight - fromEnd.current;
  }, [rows]);

  return {
    /** Whether the end is out of sight. */
    isAway,
    toEnd: () => log.current?.scrollTo({ top: log.current.scrollHeight, behavior: 'instant' }),
    place: {
      ref: log,
      onScroll({ currentTarget }: UIEvent<HTMLElement>) {
        fromEnd.current = currentTarget.scrollHeight - currentTarget.clientHeight - currentTarget.scrollTop;
        setAway(fromEnd.current > NEAR * 2);
        if (currentTarget.scrollTop < NEAR) onTop();
      },
    },
  };
}
