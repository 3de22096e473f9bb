import { useEffect, useState } from 'react';

/** Time in milliseconds for which a hidden tab or element still counts as watched. */
const AWAY_MS = 10_000;

/**
 * Whether the tab is visible and the element, if given, is in view, or was so up to `AWAY_MS` ago. The number of
 * sockets per user is limited, so hidden tabs and elements that are scrolled away close theirs.
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
