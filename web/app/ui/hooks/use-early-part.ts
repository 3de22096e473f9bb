import { type RefObject, useLayoutEffect, useRef } from 'react';
import { endEarlyPart } from '../../platform/loading/pre-hydration.ts';

/** For an element with `data-early-part`: a press of a button in it before it was hydrated is repeated then. */
export function useEarlyPart<T extends HTMLElement>(): RefObject<T | null> {
  const part = useRef<T>(null);
  useLayoutEffect(() => {
    if (part.current !== null) endEarlyPart(part.current);
  }, []);
  return part;
}
