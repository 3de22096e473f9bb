import type { ChatCounts } from '@app/contract/messaging/chat';
import { useSyncExternalStore } from 'react';

/** Undefined until the page heard more than what it was rendered with. */
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

/** The line says how much is unread, in the order in which it changed. */
export function setChatCounts(counts: ChatCounts): void {
  updateCount += 1;
  storeCounts(counts);
}

/** A call is under way whose answer says how much is unread. What the line told meanwhile is newer than that answer. */
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

/** How much is unread in dialogs: what the page was rendered with, then as the server tells. */
export function useChatCounts(rendered: ChatCounts): ChatCounts {
  return useSyncExternalStore(
    subscribe,
    () => knownCounts ?? rendered,
    () => rendered,
  );
}
