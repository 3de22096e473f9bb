import type { AdComment, CommentEvent } from '@app/contract/comments';
import { useEffect, useRef, useState } from 'react';
import { COMMENTS_PAGE_MAX, COMMENTS_PAGE_SIZE, commentsApi } from '#contract/comments';
import { isApiError } from '../platform/api-error.ts';
import { call } from '../platform/call.ts';
import { subscribe } from '../platform/live.ts';
import {
  addOlder,
  addReplies,
  allow,
  type CommentsPage,
  type CommentsState,
  drop,
  putReply,
  putThread,
  startState,
  takeAway,
} from './comments-state.ts';

interface UseComments {
  adId: number;
  /** The comment that the address names. */
  soughtId: number | null;
  onCount: (count: number) => void;
}

export interface Comments {
  /** Null until the first page is there. */
  state: CommentsState | null;
  /** The comment that the address names is not there any more. */
  isSoughtGone: boolean;
  hasFailed: boolean;
  isLoadingMore: boolean;
  load: () => void;
  loadMore: () => Promise<void>;
  loadReplies: (thread: AdComment) => Promise<void>;
  /** Take in what the server answered to a change of one's own. */
  put: (comment: AdComment) => void;
  remove: (comment: { id: number; reply_to: number | null }) => void;
  allow: (abilities: Parameters<typeof allow>[1]) => void;
}

/** Comments of an ad: a page at a time, and whatever others do meanwhile. The socket only says what to ask for. */
export function useComments({ adId, soughtId, onCount }: UseComments): Comments {
  const [state, setState] = useState<CommentsState | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isSoughtGone, setSoughtGone] = useState(false);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const latest = useRef({ state, onCount });
  latest.current = { state, onCount };

  const change = (apply: (state: CommentsState) => CommentsState): void =>
    setState((current) => (current === null ? current : apply(current)));

  async function ask(query: object): Promise<CommentsPage> {
    const page = await call(commentsApi.list, { params: { id: adId }, query });
    latest.current.onCount(page.count);
    return page;
  }

  async function load(): Promise<void> {
    setFailed(false);
    try {
      const shown = latest.current.state?.comments.length ?? 0;
      const size = Math.min(COMMENTS_PAGE_MAX, Math.max(COMMENTS_PAGE_SIZE, shown));
      const page = await ask({ size });
      const isThere = (id: number) =>
        page.comments.some((one) => one.id === id || one.replies.some((r) => r.id === id));
      if (soughtId !== null && !isThere(soughtId)) {
        const { comments } = await ask({ comment_id: soughtId });
        const [thread] = comments;
        setSoughtGone(thread === undefined);
        setState(startState({ ...page, comments: thread ? withSought(page.comments, thread) : page.comments }));
      } else setState(startState(page));
    } catch (error) {
      if (!isApiError(error)) throw error;
      // What is shown stays while the connection is away.
      if (latest.current.state === null) setFailed(true);
    }
  }

  async function refresh({ action, id, reply_to }: CommentEvent): Promise<void> {
    if (latest.current.state === null) return;
    try {
      const page = await ask({ comment_id: id });
      const [thread] = page.comments;
      const threadId = reply_to ?? id;
      change((current) => {
        // A hidden reply may stand further down than what the server names of its thread.
        const kept = action === 'hidden' && reply_to !== null ? takeAway(current, id, reply_to) : current;
        const next = thread ? putThread(kept, thread, page.total) : drop(kept, threadId);
        return action === 'added' ? allow(next, { may_rate: page.may_rate }) : next;
      });
    } catch (error) {
      if (!isApiError(error)) throw error;
    }
  }

  const live = useRef({ load, refresh });
  live.current = { load, refresh };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another ad starts anew
  useEffect(() => {
    void live.current.load();
    return subscribe(
      `/ws/ads/${adId}/`,
      (event) => {
        if (!isCommentEvent(event)) return;
        latest.current.onCount(event.count);
        if (event.action === 'removed') change((current) => takeAway(current, event.id, event.reply_to));
        else void live.current.refresh(event);
      },
      () => void live.current.load(),
    );
  }, [adId]);

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
        const page = await ask({ after_id: last.id });
        change((current) => addOlder(current, page));
      } finally {
        setLoadingMore(false);
      }
    },
    async loadReplies(thread) {
      const page = await ask({ reply_to: thread.id, after_id: thread.replies.at(-1)?.id ?? null });
      change((current) => addReplies(current, thread.id, page.comments, page.total));
    },
    put: (comment) =>
      change((current) => {
        if (comment.reply_to !== null) return putReply(current, comment);
        const isNew = !current.comments.some(({ id }) => id === comment.id);
        return putThread(current, comment, current.total + (isNew ? 1 : 0));
      }),
    remove: ({ id, reply_to }) => change((current) => takeAway(current, id, reply_to)),
    allow: (abilities) => change((current) => allow(current, abilities)),
  };
}

/** The sought comment stands at the top when its own place is further down than what is loaded. */
function withSought(comments: readonly AdComment[], thread: AdComment): AdComment[] {
  return [thread, ...comments.filter(({ id }) => id !== thread.id)];
}

function isCommentEvent(event: unknown): event is CommentEvent {
  return typeof event === 'object' && event !== null && 'type' in event && event.type === 'comment';
}
