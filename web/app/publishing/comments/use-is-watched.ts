import { useEffect, useState } from 'react';

/** Whoever looks away for a moment misses nothing. */
const AWAY_MS = 10_000;

/**
 * Whether somebody may be looking: the tab is in front and the element, where there is one, in view; or was a moment ago. A person has
 * few sockets: tabs behind others, and what was scrolled away, do without theirs.
 */
export function useIsWatched(element: Element | null = null): boolean {
  const [isWatched, setWatched] = useState(true);
  useEffect(() => {
    let isInView = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const updateWatched = (): void => {
      clearTimeout(timer);
      if (isInView && document.visibilityState !== 'hidden') setWatched(true);
      else timer = setTimeout(() => setWatched(false), AWAY_MS);
    };
    const observer =
      element === null || typeof IntersectionObserver === 'undefined'
        ? undefined
        : new IntersectionObserver((entries) => {
            isInView = entries.at(-1)?.isIntersecting ?? true;
            updateWatched();
          });
    if (element !== null) observer?.observe(element);
    document.addEventListener('visibilitychange', updateWatched);
    return () => {
      clearTimeout(timer);
      observer?.disconnect();
      document.removeEventListener('visibilitychange', updateWatched);
    };
  }, [element]);
  return isWatched;
}
