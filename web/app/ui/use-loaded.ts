import { useEffect, useEffectEvent, useState } from 'react';
import { isApiError } from '../platform/api-error.ts';

/** Loads once; `failure` is the server's message, '' where it has none. */
export function useLoaded<T>(load: () => Promise<T>) {
  const [loaded, setLoaded] = useState<T | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const read = useEffectEvent(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn reads anew
  useEffect(() => {
    let isMounted = true;
    setFailure(null);
    read().then(
      (answer) => isMounted && setLoaded(answer),
      (error: unknown) => {
        if (!isApiError(error)) throw error;
        if (isMounted) setFailure(error.body.message);
      },
    );
    return () => {
      isMounted = false;
    };
  }, [turn]);
  return { loaded, setLoaded, failure, again: () => setTurn(turn + 1) };
}
