import { useEffect } from 'react';

/** Scrolls to the comment that the address names. */
export function useScrollTo(id: number | null, isLoaded: boolean): void {
  useEffect(() => {
    if (id !== null && isLoaded) document.getElementById(`comment-${id}`)?.scrollIntoView({ block: 'center' });
  }, [id, isLoaded]);
}
