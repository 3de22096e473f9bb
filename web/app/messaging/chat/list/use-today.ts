import { useEffect, useState } from 'react';
import { untilTomorrow } from './chat-time.ts';

/** Now, for words like «вчера»: a page that stays open over midnight says them anew. */
export function useToday(): number {
  const [now, setNow] = useState(() => Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: every day waits for the next one
  useEffect(() => {
    // A little later, so that the day has surely changed.
    const timer = setTimeout(() => setNow(Date.now()), untilTomorrow(Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
