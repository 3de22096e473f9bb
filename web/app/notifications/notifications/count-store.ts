import { useSyncExternalStore } from 'react';

interface CountStore<Counts> {
  /** Stores the counts of a socket event, whose events are ordered. Returns whether they changed. */
  set: (counts: Counts) => boolean;
  /**
   * Starts a request whose response contains the counts. The returned setter ignores them if a socket event arrived
   * meanwhile.
   */
  startRequest: () => (counts: Counts) => void;
  useCounts: (rendered: Counts) => Counts;
}

/** Counts that every counter of the page shows. */
export function createCountStore<Counts>(isSame: (one: Counts, other: Counts) => boolean): CountStore<Counts> {
  /** Undefined until newer counts than the rendered ones arrive. */
  let known: Counts | undefined;
  let updateCount = 0;
  const listeners = new Set<() => void>();

  function store(counts: Counts): boolean {
    if (known !== undefined && isSame(known, counts)) return false;
    known = counts;
    for (const listener of listeners) listener();
    return true;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    set(counts) {
      updateCount += 1;
      return store(counts);
    },
    startRequest() {
      const before = updateCount;
      return (counts) => {
        if (updateCount === before) store(counts);
      };
    },
    useCounts: (rendered) =>
      useSyncExternalStore(
        subscribe,
        () => known ?? rendered,
        () => rendered,
      ),
  };
}
