import { useEffect } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { call } from '../../../platform/call.ts';
import { createStore, useMachineState } from '../../../platform/state-machine.ts';

type Replies = readonly string[];
/** Names the list of the settings: about ads of others, and about own ads. */
export type RepliesList = 'quick_replies' | 'seller_replies';

/** Quick replies of the reader, shared by all chats of the page; null until loaded. */
const store = createStore<Readonly<Record<RepliesList, Replies>> | null>(null);
let isLoading = false;

async function load(): Promise<void> {
  isLoading = true;
  try {
    store.set(await call(chatApi.settings));
  } catch {
    // The composer works without quick replies; the next chat tries again.
  }
  isLoading = false;
}

export function useQuickReplies(list: RepliesList, isNeeded: boolean): Replies | null {
  const replies = useMachineState(store);
  useEffect(() => {
    if (isNeeded && replies === null && !isLoading) void load();
  }, [isNeeded, replies]);
  return replies?.[list] ?? null;
}

export async function saveQuickReplies(list: RepliesList, next: Replies): Promise<void> {
  store.set(await call(chatApi.changeSettings, { body: { [list]: [...next] } }));
}
