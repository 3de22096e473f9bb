import { useEffect, useState } from 'react';

const SECOND_MS = 1000;

/** Milliseconds since a moment, updated every second; 0 before the moment. */
export function useElapsed(since: string | null): number {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    if (since === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [since]);
  return since === null || now === null ? 0 : Math.max(0, now - Date.parse(since));
}
