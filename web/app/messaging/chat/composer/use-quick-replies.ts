import { useEffect } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { call } from '../../../platform/call.ts';
import { createStore, useMachineState } from '../../../platform/state-machine.ts';

type Replies = readonly string[];

/** Quick replies of the reader, shared by all chats of the page; null until loaded. */
const store = createStore<Replies | null>(null);
let isLoading = false;

async function load(): Promise<void> {
  isLoading = true;
  try {
    store.set((await call(chatApi.settings)).quick_replies);
  } catch {
    // The composer works without quick replies; the next chat tries again.
  }
  isLoading = false;
}

export function useQuickReplies(isNeeded: boolean): Replies | null {
  const replies = useMachineState(store);
  useEffect(() => {
    if (isNeeded && replies === null && !isLoading) void load();
  }, [isNeeded, replies]);
  return replies;
}

export async function saveQuickReplies(next: Replies): Promise<void> {
  const { quick_replies } = await call(chatApi.changeSettings, { body: { quick_replies: [...next] } });
  store.set(quick_replies);
}
