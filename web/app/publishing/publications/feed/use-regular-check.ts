import { useEffect, useEffectEvent } from 'react';

const POLL_MS = 60_000;

/** Calls `check` every minute, and whenever the page is shown or hidden. */
export function useRegularCheck(check: () => Promise<void>): void {
  const again = useEffectEvent(() => void check());
  useEffect(() => {
    const timer = setInterval(() => again(), POLL_MS);
    const look = (): void => again();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}
