import { useEffect, useEffectEvent, useState } from 'react';

interface Loaded<Value> {
  value: Value | null;
  hasFailed: boolean;
  retry: () => void;
}

/** Loads the value of a key, unless the `known` one is of this key; a null key loads nothing. */
export function useLoaded<Value>(
  key: string | number | null,
  load: (signal: AbortSignal) => Promise<Value>,
  known: Value | null = null,
): Loaded<Value> {
  const [found, setFound] = useState({ key, value: known, hasFailed: false });
  const [attempt, setAttempt] = useState(0);
  const start = useEffectEvent(load);
  const isOfKey = found.key === key;
  const isNeeded = key !== null && !(isOfKey && found.value !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt loads again
  useEffect(() => {
    if (!isNeeded) return;
    const aborter = new AbortController();
    setFound({ key, value: null, hasFailed: false });
    start(aborter.signal).then(
      (value) => setFound({ key, value, hasFailed: false }),
      () => !aborter.signal.aborted && setFound({ key, value: null, hasFailed: true }),
    );
    return () => aborter.abort();
  }, [key, isNeeded, attempt]);

  return {
    value: isOfKey ? found.value : null,
    hasFailed: isOfKey && found.hasFailed,
    retry: () => setAttempt((count) => count + 1),
  };
}
