import type { ChatSettings, ReplyTopic } from '@app/contract/messaging/chat';
import { useEffect } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { call } from '../../../platform/call.ts';
import { createStore, useMachineState } from '../../../platform/state-machine.ts';

type Replies = readonly string[];
/** Names the list of the settings: about ads of others, and about own ads. */
export type RepliesList = 'quick_replies' | 'seller_replies';

/** Quick replies of the reader, shared by all chats of the page; null until loaded. */
const store = createStore<ChatSettings | null>(null);
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

interface QuickReplies {
  /** The list that the reader keeps. */
  own: Replies;
  /** What of it, or in place of it, fits an ad of this topic. */
  fitting: Replies;
}

export function useQuickReplies(
  list: RepliesList,
  topic: ReplyTopic | undefined,
  isNeeded: boolean,
): QuickReplies | null {
  const replies = useMachineState(store);
  useEffect(() => {
    if (isNeeded && replies === null && !isLoading) void load();
  }, [isNeeded, replies]);
  if (replies === null) return null;
  const ofTopic = replies.topic_replies.find((one) => one.topic === topic);
  return { own: replies[list], fitting: (ofTopic ?? replies)[list] };
}

export async function saveQuickReplies(list: RepliesList, next: Replies): Promise<void> {
  store.set(await call(chatApi.changeSettings, { body: { [list]: [...next] } }));
}
