import { useSyncExternalStore } from 'react';

/** Undefined until the page heard more than what it was rendered with. */
let known: number | undefined;
const listeners = new Set<() => void>();

/** The server said how many are unread; every counter on the page follows. */
export function setUnread(count: number): void {
  known = count;
  for (const listener of listeners) listener();
}

function subscribeToUnread(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUnread(rendered: number): number {
  return useSyncExternalStore(
    subscribeToUnread,
    () => known ?? rendered,
    () => rendered,
  );
}
