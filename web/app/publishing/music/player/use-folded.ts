import { type RefObject, useEffect, useRef, useState } from 'react';

/** Milliseconds after which the bar of paused music gives its place back. */
export const FOLD_AFTER_MS = 30_000;
/** What is open inside of the bar keeps it open. */
const OPEN = 'dialog[open], [role="dialog"], [aria-expanded="true"]';

interface Folded {
  isFolded: boolean;
  /** The bar, whose use keeps it unfolded. */
  root: RefObject<HTMLDivElement | null>;
  unfold: () => void;
  /** To be called when the bar is used. */
  postpone: () => void;
}

/** Folds the bar of paused music some time after it was used last. */
export function useFolded(isPlaying: boolean, isFoldedAtFirst: boolean): Folded {
  const root = useRef<HTMLDivElement>(null);
  const usedAt = useRef(0);
  const [isFolded, setFolded] = useState(isFoldedAtFirst);
  if (isPlaying && isFolded) setFolded(false);
  useEffect(() => {
    if (isPlaying || isFolded) return;
    usedAt.current = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    const wait = (milliseconds: number): void => {
      timer = setTimeout(() => {
        const isOpen = Boolean(root.current?.querySelector(OPEN));
        const left = isOpen ? FOLD_AFTER_MS : usedAt.current + FOLD_AFTER_MS - performance.now();
        if (left > 0) wait(left);
        else setFolded(true);
      }, milliseconds);
    };
    wait(FOLD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, isFolded]);
  return {
    isFolded: isFolded && !isPlaying,
    root,
    unfold: () => setFolded(false),
    postpone: () => {
      usedAt.current = performance.now();
    },
  };
}
