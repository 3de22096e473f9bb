import { useEffect, useState } from 'react';
import { untilTomorrow } from './chat-time.ts';

/** Returns the current time, updated at midnight for words such as «вчера». */
export function useToday(): number {
  const [now, setNow] = useState(() => Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: every day waits for the next one
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), untilTomorrow(Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
