import { useEffect, useEffectEvent, useState } from 'react';
import { isApiError } from './api-error.ts';

interface Loaded<Value> {
  value: Value | null;
  hasFailed: boolean;
  /** The server's message about the failure; empty where it gave none. */
  message: string;
  retry: () => void;
}

const NOT_FAILED = { hasFailed: false, message: '' };

/** Loads the value of a key, unless the `known` one is of this key; a null key loads nothing. */
export function useLoaded<Value>(
  key: string | number | null,
  load: (signal: AbortSignal) => Promise<Value>,
  known: Value | null = null,
): Loaded<Value> {
  const [found, setFound] = useState({ key, value: known, ...NOT_FAILED });
  const [attempt, setAttempt] = useState(0);
  const start = useEffectEvent(load);
  const isOfKey = found.key === key;
  const isNeeded = key !== null && !(isOfKey && found.value !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt loads again
  useEffect(() => {
    if (!isNeeded) return;
    const aborter = new AbortController();
    setFound({ key, value: null, ...NOT_FAILED });
    start(aborter.signal).then(
      (value) => setFound({ key, value, ...NOT_FAILED }),
      (error: unknown) => {
        const message = isApiError(error) ? error.body.message : '';
        if (!aborter.signal.aborted) setFound({ key, value: null, hasFailed: true, message });
      },
    );
    return () => aborter.abort();
  }, [key, isNeeded, attempt]);

  return {
    value: isOfKey ? found.value : null,
    hasFailed: isOfKey && found.hasFailed,
    message: isOfKey ? found.message : '',
    retry: () => setAttempt((count) => count + 1),
  };
}
