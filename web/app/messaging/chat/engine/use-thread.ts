import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from './chat-call.ts';
import { followChats, onChatEvent } from './chat-events.ts';
import { applyRemoteDraft } from './drafts.ts';
import { localOutgoing, openLocalData } from './local-session.ts';
import { showErrorToast } from './messages-text.ts';
import { type Thread, type ThreadPage, type ThreadQuery, ThreadStore } from './thread/thread-store.ts';

interface OpenThread {
  store: ThreadStore;
  viewers: number;
  /** The server's draft that came with the rendered page, until it is applied. */
  renderedDraft: string | null;
  close(): void;
}

/** Number of recently left threads that stay in memory, so that returning is instant. */
const IDLE_MAX = 5;
const threads = new Map<string, OpenThread>();

const read = (userId: number, query: ThreadQuery): Promise<ThreadPage | null> =>
  call(chatApi.messages, { params: { id: userId }, query }).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  });

/** `rendered`: the page that a new thread begins with, so that the first render in the browser agrees with the server's. */
function threadOf(viewerId: number, userId: number, rendered: ThreadPage | undefined): OpenThread {
  const name = `${viewerId} ${userId}`;
  const known = threads.get(name);
  if (known !== undefined) {
    threads.delete(name);
    threads.set(name, known);
    return known;
  }
  /** The rendered page counts as requested at page load. */
  let askedAt = 0;
  const store = new ThreadStore({
    userId,
    read(query) {
      askedAt = performance.now();
      return read(userId, query);
    },
    outgoing: localOutgoing,
    onChat: ({ draft }) => applyRemoteDraft(userId, draft, askedAt),
  });
  const first = rendered?.chat.user.id === userId ? rendered : undefined;
  if (first !== undefined) store.seed(first);
  const renderedDraft = first?.chat.draft ?? null;
  // The server renders without subscriptions, and keeps nothing of its readers.
  if (typeof window === 'undefined') return { store, viewers: 0, renderedDraft, close: () => undefined };
  const unsubscribeEvents = onChatEvent(store);
  const unsubscribeOutbox = localOutgoing.subscribe((changed) => {
    if (changed === userId) store.onOutgoing();
  });
  const fresh: OpenThread = {
    store,
    viewers: 0,
    renderedDraft,
    close() {
      unsubscribeEvents();
      unsubscribeOutbox();
      store.close();
    },
  };
  threads.set(name, fresh);
  return fresh;
}

/** Recently left threads stay subscribed, so that they are current when shown again. */
function closeIdleThreads(): void {
  const idle = [...threads].filter(([, { viewers }]) => viewers === 0);
  for (const [name, open] of idle.slice(0, Math.max(0, idle.length - IDLE_MAX))) {
    threads.delete(name);
    open.close();
  }
}

/** Returns the live thread of a chat, including outgoing messages. `rendered`: its newest page if already loaded. */
export function useThread(viewerId: number, userId: number, rendered?: ThreadPage): Thread {
  const [first] = useState(rendered);
  const open = useMemo(() => threadOf(viewerId, userId, first), [viewerId, userId, first]);
  const { store } = open;
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);

  useEffect(() => {
    const unfollow = followChats(viewerId);
    openLocalData(viewerId);
    // React may discard one of two renders, so the map is set again.
    threads.set(`${viewerId} ${userId}`, open);
    open.viewers += 1;
    if (open.renderedDraft !== null) applyRemoteDraft(userId, open.renderedDraft, 0);
    open.renderedDraft = null;
    open.store.open();
    open.store.markUnreadFrom();
    return () => {
      open.viewers -= 1;
      unfollow();
      closeIdleThreads();
    };
  }, [open, viewerId, userId]);

  return useMemo(
    () => ({
      ...snapshot,
      loadOlder: () => store.loadOlder(),
      loadNewer: () => store.loadNewer(),
      toNewest: () => store.toNewest(),
      reload: () => store.reload(),
      jumpTo: async (seq) => store.jumpTo(seq).catch(() => showErrorToast('delivery.failed')),
    }),
    [snapshot, store],
  );
}
