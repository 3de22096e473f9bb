import { useEffect, useState } from 'react';

interface Countdown {
  secondsLeft: number;
  start(seconds: number): void;
}

/** Seconds until a repeated request is allowed. Uses the clock, because timers of background tabs are throttled. */
export function useCountdown(initialSeconds: number): Countdown {
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(initialSeconds);

  useEffect(() => setEndsAt(Date.now() + initialSeconds * 1000), [initialSeconds]);
  useEffect(() => {
    if (endsAt === null) return;
    const tick = (): void => setSecondsLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [endsAt]);

  return { secondsLeft, start: (seconds) => setEndsAt(Date.now() + seconds * 1000) };
}
