import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that runs an action after a delay, in place of the action that it was given before. */
export function useRestartingTimer(): (action: () => void, ms: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((action, ms) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(action, ms);
  }, []);
}
