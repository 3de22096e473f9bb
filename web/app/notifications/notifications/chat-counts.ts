import type { ChatCounts } from '@app/contract/messaging/chat';
import { useSyncExternalStore } from 'react';

/** Undefined until newer counts than the rendered ones arrive. */
let knownCounts: ChatCounts | undefined;
let updateCount = 0;
const listeners = new Set<() => void>();

function storeCounts(counts: ChatCounts): void {
  if (
    knownCounts?.unread === counts.unread &&
    knownCounts.chats === counts.chats &&
    knownCounts.requests === counts.requests
  )
    return;
  knownCounts = counts;
  for (const listener of listeners) listener();
}

/** Sets the unread counts of a socket event; events arrive in the order of the changes. */
export function setChatCounts(counts: ChatCounts): void {
  updateCount += 1;
  storeCounts(counts);
}

/**
 * Begins a request whose response contains unread counts. The returned function ignores that response if a socket event
 * arrived in between.
 */
export function startCountsRequest(): (counts: ChatCounts) => void {
  const before = updateCount;
  return (counts) => {
    if (updateCount === before) storeCounts(counts);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useChatCounts(rendered: ChatCounts): ChatCounts {
  return useSyncExternalStore(
    subscribe,
    () => knownCounts ?? rendered,
    () => rendered,
  );
}
