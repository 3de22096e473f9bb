import { useSyncExternalStore } from 'react';

/** Undefined until the page has received a count newer than the rendered one. */
let known: number | undefined;
let updateCount = 0;
const listeners = new Set<() => void>();

function setUnread(count: number): void {
  known = count;
  for (const listener of listeners) listener();
}

/**
 * Sets the unread count from the socket, whose events are ordered; every counter follows. Returns whether the count
 * changed.
 */
export function setUnreadCount(count: number): boolean {
  const hasChanged = count !== known;
  updateCount += 1;
  setUnread(count);
  return hasChanged;
}

/**
 * Starts a request whose response contains the unread count. The returned setter ignores that count if a socket event
 * arrived meanwhile.
 */
export function startUnreadRequest(): (count: number) => void {
  const before = updateCount;
  return (count) => {
    if (updateCount === before) setUnread(count);
  };
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
