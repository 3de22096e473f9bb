import type { CommentEvent } from '@app/contract/market/ad-live';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../platform/api-error.ts';
import {
  type AnyThread,
  addOlder,
  addReplies,
  type CommentsState,
  removeComment,
  removeThread,
  startState,
  type ThreadsPage,
  updateAbilities,
  upsertReply,
  upsertThread,
} from './comments-state.ts';

interface UseThreads<Thread extends AnyThread, May> {
  /** Socket path; a change of the path starts from the first page again. */
  path: string;
  isLive: boolean;
  /** Whether the comments are in view; when they come into view again, the first page is reloaded. */
  isWatched: boolean;
  pageSize: number;
  pageMax: number;
  fetchPage: (query: object) => Promise<ThreadsPage<Thread, May>>;
  soughtId: number | null;
  onCount: (count: number) => void;
  onEvent?: (event: unknown, change: Change<Thread, May>) => void;
}

type Change<Thread extends AnyThread, May> = (
  apply: (state: CommentsState<Thread, May>) => CommentsState<Thread, May>,
) => void;

export interface Threads<Thread extends AnyThread, May> {
  state: CommentsState<Thread, May> | null;
  isSoughtGone: boolean;
  hasFailed: boolean;
  isLoadingMore: boolean;
  load: () => void;
  loadMore: () => Promise<void>;
  loadReplies: (thread: Thread) => Promise<void>;
  upsert: (comment: Thread) => void;
  remove: (comment: { id: number; reply_to: number | null }) => void;
  allow: (abilities: Partial<NoInfer<May>>) => void;
  change: Change<Thread, May>;
}

/** Loads the comments when they come into view, and hears of changes while they are there. */
function useLiveThreads(
  { path, isLive, isWatched }: { path: string; isLive: boolean; isWatched: boolean },
  load: () => Promise<void>,
  hear: (event: unknown) => void,
): void {
  const live = useRef({ load, hear });
  live.current = { load, hear };

  useEffect(() => {
    if (!isWatched) return;
    void live.current.load();
    if (!isLive) return;
    let unsubscribe: (() => void) | undefined;
    let isMounted = true;
    // Guests have no live updates, so the socket client is loaded only for signed-in users.
    void import('../../platform/live/live.ts').then(({ subscribe }) => {
      if (!isMounted) return;
      unsubscribe = subscribe(
        path,
        (event) => live.current.hear(event),
        () => void live.current.load(),
      );
    });
    return () => {
      isMounted = false;
      unsubscribe?.();
    };
  }, [path, isLive, isWatched]);
}

/**
 * Pages of comments with their replies and live changes. A socket event only names what changed; the content is then
 * requested.
 */
export function useThreads<Thread extends AnyThread, May>(source: UseThreads<Thread, May>): Threads<Thread, May> {
  const { soughtId } = source;
  const [state, setState] = useState<CommentsState<Thread, May> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isSoughtGone, setSoughtGone] = useState(false);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const latest = useRef({ state, source });
  latest.current = { state, source };

  const change: Change<Thread, May> = (apply) => setState((current) => (current === null ? current : apply(current)));

  async function fetchPage(query: object): Promise<ThreadsPage<Thread, May>> {
    const page = await latest.current.source.fetchPage(query);
    latest.current.source.onCount(page.count);
    return page;
  }

  async function load(): Promise<void> {
    setFailed(false);
    try {
      const { pageSize, pageMax } = latest.current.source;
      const shown = latest.current.state?.comments.length ?? 0;
      const page = await fetchPage({ size: Math.min(pageMax, Math.max(pageSize, shown)) });
      const isThere = (id: number) =>
        page.comments.some((one) => one.id === id || one.replies.some((reply) => reply.id === id));
      const isSoughtFar = soughtId !== null && !isThere(soughtId);
      const sought = isSoughtFar ? (await fetchPage({ comment_id: soughtId })).comments[0] : undefined;
      setSoughtGone(isSoughtFar && sought === undefined);
      setState((current) => startState(page, sought, current));
    } catch (error) {
      if (!isApiError(error)) throw error;
      // Loaded comments stay visible when the connection is lost.
      if (latest.current.state === null) setFailed(true);
    }
  }

  async function refresh({ action, id, reply_to }: CommentEvent): Promise<void> {
    if (latest.current.state === null) return;
    try {
      const page = await fetchPage({ comment_id: id });
      const [thread] = page.comments;
      const threadId = reply_to ?? id;
      change((current) => {
        // A hidden reply may be beyond the first replies that the server sends for a thread, so the reply is removed
        // here.
        const remaining = action === 'hidden' && reply_to !== null ? removeComment(current, id, reply_to) : current;
        const next = thread ? upsertThread(remaining, thread, page.total) : removeThread(remaining, threadId);
        return action === 'added' ? updateAbilities(next, page.abilities) : next;
      });
    } catch (error) {
      if (!isApiError(error)) throw error;
    }
  }

  function handleEvent(event: unknown): void {
    if (!isCommentEvent(event)) {
      source.onEvent?.(event, change);
      return;
    }
    source.onCount(event.count);
    if (event.action === 'removed') change((current) => removeComment(current, event.id, event.reply_to));
    else void refresh(event);
  }

  useLiveThreads(source, load, handleEvent);

  return {
    state,
    isSoughtGone,
    hasFailed,
    isLoadingMore,
    load: () => void load(),
    async loadMore() {
      const last = state?.comments.at(-1);
      if (last === undefined || isLoadingMore) return;
      setLoadingMore(true);
      try {
        const page = await fetchPage({ after_id: last.id });
        change((current) => addOlder(current, page));
      } finally {
        setLoadingMore(false);
      }
    },
    async loadReplies(thread) {
      const page = await fetchPage({ reply_to: thread.id, after_id: thread.replies.at(-1)?.id ?? null });
      change((current) => addReplies(current, thread.id, page.comments, page.total));
    },
    upsert: (comment) =>
      change((current) => {
        if (comment.reply_to !== null) return upsertReply(current, comment);
        const isNew = !current.comments.some(({ id }) => id === comment.id);
        return upsertThread(current, comment, current.total + (isNew ? 1 : 0));
      }),
    remove: ({ id, reply_to }) => change((current) => removeComment(current, id, reply_to)),
    allow: (abilities) => change((current) => updateAbilities(current, abilities)),
    change,
  };
}

function isCommentEvent(event: unknown): event is CommentEvent {
  return typeof event === 'object' && event !== null && 'type' in event && event.type === 'comment';
}
