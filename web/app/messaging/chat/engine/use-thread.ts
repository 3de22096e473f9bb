import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from './chat-call.ts';
import { followChats, onChatEvent } from './chat-events.ts';
import { applyRemoteDraft } from './drafts.ts';
import { localOutgoing, openLocalData } from './local-session.ts';
import { showErrorToast } from './messages-text.ts';
import { LOADING, type Thread, type ThreadPage, type ThreadQuery, ThreadStore } from './thread/thread-store.ts';

interface OpenThread {
  store: ThreadStore;
  viewers: number;
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

function threadOf(viewerId: number, userId: number): OpenThread {
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
  const unsubscribeEvents = onChatEvent(store);
  const unsubscribeOutbox = localOutgoing.subscribe((changed) => {
    if (changed === userId) store.onOutgoing();
  });
  const fresh: OpenThread = {
    store,
    viewers: 0,
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

const nothing = (): (() => void) => () => undefined;

/** Returns the live thread of a chat, including outgoing messages. `rendered`: its newest page if already loaded. */
export function useThread(viewerId: number, userId: number, rendered?: ThreadPage): Thread {
  // The server renders without subscriptions.
  const open = useMemo(
    () => (typeof window === 'undefined' ? undefined : threadOf(viewerId, userId)),
    [viewerId, userId],
  );
  const [first] = useState(rendered);
  const store = open?.store;
  const snapshot = useSyncExternalStore(store?.subscribe ?? nothing, store?.snapshot ?? empty, empty);

  useEffect(() => {
    if (open === undefined) return;
    const unfollow = followChats(viewerId);
    openLocalData(viewerId);
    // React may discard one of two renders, so the map is set again.
    threads.set(`${viewerId} ${userId}`, open);
    open.viewers += 1;
    if (first !== undefined && first.chat.user.id === userId) open.store.seed(first);
    open.store.open();
    open.store.markUnreadFrom();
    return () => {
      open.viewers -= 1;
      unfollow();
      closeIdleThreads();
    };
  }, [open, viewerId, userId, first]);

  return useMemo(
    () => ({
      ...snapshot,
      loadOlder: () => store?.loadOlder(),
      loadNewer: () => store?.loadNewer(),
      toNewest: () => store?.toNewest(),
      reload: () => store?.reload(),
      jumpTo: async (seq) => store?.jumpTo(seq).catch(() => showErrorToast('delivery.failed')),
    }),
    [snapshot, store],
  );
}

const empty = () => LOADING;
