import { useEffect, useSyncExternalStore } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { call } from '../../../platform/call.ts';

type Replies = readonly string[];

/** Quick replies of the reader, shared by all chats of the page; null until loaded. */
let replies: Replies | null = null;
let isLoading = false;
const listeners = new Set<() => void>();

function publish(next: Replies): void {
  replies = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function load(): Promise<void> {
  isLoading = true;
  try {
    publish((await call(chatApi.settings)).quick_replies);
  } catch {
    // The composer works without quick replies; the next chat tries again.
  }
  isLoading = false;
}

export function useQuickReplies(isNeeded: boolean): Replies | null {
  const known = useSyncExternalStore(
    subscribe,
    () => replies,
    () => null,
  );
  useEffect(() => {
    if (isNeeded && known === null && !isLoading) void load();
  }, [isNeeded, known]);
  return known;
}

export async function saveQuickReplies(next: Replies): Promise<void> {
  const { quick_replies } = await call(chatApi.changeSettings, { body: { quick_replies: [...next] } });
  publish(quick_replies);
}
