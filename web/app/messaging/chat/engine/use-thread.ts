import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from './chat-call.ts';
import { followLine, hearChats } from './chat-line.ts';
import type { Thread } from './chat-types.ts';
import { offerDraft } from './drafts.ts';
import { openHere, outgoingHere } from './here.ts';
import { createThread, LOADING, type ThreadPage, type ThreadQuery, type ThreadStore } from './thread-store.ts';
import { complain } from './words.ts';

interface Open {
  store: ThreadStore;
  viewers: number;
  leave(): void;
}

/** Dialogs left a moment ago: coming back to one of them shows it at once. */
const IDLE_MAX = 5;
const threads = new Map<string, Open>();

async function read(userId: number, query: ThreadQuery): Promise<ThreadPage | null> {
  try {
    return await call(chatApi.messages, { params: { id: userId }, query });
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

function threadOf(viewerId: number, userId: number): Open {
  const name = `${viewerId} ${userId}`;
  const known = threads.get(name);
  if (known !== undefined) {
    // The last one used stands last.
    threads.delete(name);
    threads.set(name, known);
    return known;
  }
  /** What came along with the page is as old as the page. */
  let askedAt = 0;
  const store = createThread({
    userId,
    read(query) {
      askedAt = performance.now();
      return read(userId, query);
    },
    outgoing: outgoingHere,
    onChat: ({ draft }) => offerDraft(userId, draft, askedAt),
  });
  const leaveLine = hearChats(store);
  const leaveOutbox = outgoingHere.subscribe((changed) => {
    if (changed === userId) store.onOutgoing();
  });
  const fresh: Open = {
    store,
    viewers: 0,
    leave() {
      leaveLine();
      leaveOutbox();
      store.close();
    },
  };
  threads.set(name, fresh);
  return fresh;
}

/** The line of a thread stays open for those that may be shown again. */
function forgetIdle(): void {
  const idle = [...threads].filter(([, { viewers }]) => viewers === 0);
  for (const [name, open] of idle.slice(0, Math.max(0, idle.length - IDLE_MAX))) {
    threads.delete(name);
    open.leave();
  }
}

const nothing = (): (() => void) => () => undefined;

/**
 * A dialog while it is on screen: its messages, those on their way out included, and what happens to them. `rendered`: its newest
 * page, where somebody has read it already.
 */
export function useThread(viewerId: number, userId: number, rendered?: ThreadPage): Thread {
  // While the server renders there is nobody to hear.
  const open = useMemo(
    () => (typeof window === 'undefined' ? undefined : threadOf(viewerId, userId)),
    [viewerId, userId],
  );
  const [first] = useState(rendered);
  const store = open?.store;
  const snapshot = useSyncExternalStore(store?.subscribe ?? nothing, store?.snapshot ?? empty, empty);

  useEffect(() => {
    if (open === undefined) return;
    const leaveLine = followLine(viewerId);
    openHere(viewerId);
    // Of two renderings of a page one may have been forgotten already.
    threads.set(`${viewerId} ${userId}`, open);
    open.viewers += 1;
    if (first !== undefined && first.chat.user.id === userId) open.store.seed(first);
    open.store.open();
    open.store.markUnreadFrom();
    return () => {
      open.viewers -= 1;
      leaveLine();
      forgetIdle();
    };
  }, [open, viewerId, userId, first]);

  const jumpTo = useCallback(
    async (seq: number): Promise<void> => {
      await store?.jumpTo(seq).catch(() => complain('delivery.failed'));
    },
    [store],
  );
  const loadOlder = useCallback(() => store?.loadOlder(), [store]);
  const loadNewer = useCallback(() => store?.loadNewer(), [store]);
  const reload = useCallback(() => store?.reload(), [store]);
  const toNewest = useCallback(() => void store?.toNewest().catch(() => undefined), [store]);
  return useMemo(
    () => ({ ...snapshot, loadOlder, loadNewer, jumpTo, toNewest, reload }),
    [snapshot, loadOlder, loadNewer, jumpTo, toNewest, reload],
  );
}

const empty = () => LOADING;
