import { useEffect, useRef, useState } from 'react';

const IDLE_MS = 2500;

/** The controls of a player hide some time after the last movement: whether they are hidden, and how to show them. */
export function useIdleControls(): [boolean, () => void] {
  const [isIdle, setIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    isIdle,
    () => {
      setIdle(false);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setIdle(true), IDLE_MS);
    },
  ];
}
