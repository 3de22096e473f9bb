import { useSyncExternalStore } from 'react';

/** Undefined until the page heard more than what it was rendered with. */
let known: number | undefined;
let updateCount = 0;
const listeners = new Set<() => void>();

function setUnread(count: number): void {
  known = count;
  for (const listener of listeners) listener();
}

/** The socket says how many are unread, in the order in which it changed: every counter on the page follows. Answers whether it is news. */
export function setUnreadCount(count: number): boolean {
  const hasChanged = count !== known;
  updateCount += 1;
  setUnread(count);
  return hasChanged;
}

/** A call is under way whose answer says how many are unread. What the socket told meanwhile is newer than that answer. */
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
