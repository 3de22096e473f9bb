import type { ChatCounts } from '@app/contract/messaging/chat';
import { useSyncExternalStore } from 'react';

/** Undefined until the page heard more than what it was rendered with. */
let known: ChatCounts | undefined;
let timesTold = 0;
const listeners = new Set<() => void>();

function setCounts(counts: ChatCounts): void {
  if (known?.unread === counts.unread && known.chats === counts.chats && known.requests === counts.requests) return;
  known = counts;
  for (const listener of listeners) listener();
}

/** The line says how much is unread, in the order in which it changed. */
export function tellChatCounts(counts: ChatCounts): void {
  timesTold += 1;
  setCounts(counts);
}

/** A call is under way whose answer says how much is unread. What the line told meanwhile is newer than that answer. */
export function askChatCounts(): (counts: ChatCounts) => void {
  const before = timesTold;
  return (counts) => {
    if (timesTold === before) setCounts(counts);
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
    () => known ?? rendered,
    () => rendered,
  );
}
