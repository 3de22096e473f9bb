import type { PublicationComment } from '@app/contract/publications';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { PUBLISH_COMMENTS_PAGE_SIZE, publicationsApi } from '#contract/publications';
import { addReplies, putReply, putThread, takeAway } from '../../comments/comments-state.ts';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import {
  addOlderComments,
  type PostCommentsPage,
  type PostCommentsState,
  putLike,
  startComments,
  threadsOf,
} from './post-comments-state.ts';

export interface PostComments {
  /** Null until the first page is there. */
  state: PostCommentsState | null;
  /** The comment that the address names is not there any more. */
  isSoughtGone: boolean;
  hasFailed: boolean;
  isLoadingMore: boolean;
  load: () => void;
  loadMore: () => Promise<void>;
  loadReplies: (thread: PublicationComment) => Promise<void>;
  /** Take in what the server answered to a change of one's own. */
  put: (comment: PublicationComment) => void;
  /** A new one of one's own. */
  add: (comment: PublicationComment) => void;
  remove: (comment: { id: number; reply_to: number | null }) => void;
  like: (id: number, liked: 0 | 1, count: number) => void;
}

/** Comments of a publication, a page at a time. */
export function usePostComments(
  publishId: number,
  soughtId: number | null,
  count: number,
  onCount: (count: number) => void,
): PostComments {
  const [state, setState] = useState<PostCommentsState | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isSoughtGone, setSoughtGone] = useState(false);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const latest = useRef({ count, onCount });
  latest.current = { count, onCount };

  const change = (apply: (state: PostCommentsState) => PostCommentsState): void =>
    setState((current) => (current === null ? current : apply(current)));
  const counted = (by: number): void => latest.current.onCount(Math.max(0, latest.current.count + by));

  async function ask(query: object): Promise<PostCommentsPage> {
    const page = await call(publicationsApi.comments, { params: { id: publishId }, query });
    latest.current.onCount(page.count);
    return page;
  }

  const load = useEffectEvent(async () => {
    setFailed(false);
    try {
      const page = await ask({ size: PUBLISH_COMMENTS_PAGE_SIZE });
      const isThere = (id: number): boolean =>
        threadsOf(page).some((one) => one.id === id || one.replies.some((reply) => reply.id === id));
      if (soughtId === null || isThere(soughtId)) return setState(startComments(page));
      const [thread] = threadsOf(await ask({ comment_id: soughtId }));
      setSoughtGone(thread === undefined);
      setState(startComments(page, thread));
    } catch (error) {
      if (!isApiError(error)) throw error;
      setFailed(true);
    }
  });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another publication and another attempt start anew
  useEffect(() => void load(), [publishId, turn]);

  function put(comment: PublicationComment): void {
    change((current) => {
      if (comment.reply_to !== null) return putReply(current, comment);
      const isNew = !current.comments.some(({ id }) => id === comment.id);
      return putThread(current, comment, current.total + (isNew ? 1 : 0));
    });
  }

  return {
    state,
    isSoughtGone,
    hasFailed,
    isLoadingMore,
    load: () => setTurn(turn + 1),
    async loadMore() {
      const last = state?.comments.at(-1);
      if (last === undefined || isLoadingMore) return;
      setLoadingMore(true);
      try {
        const page = await ask({ after_id: last.id });
        change((current) => addOlderComments(current, page));
      } finally {
        setLoadingMore(false);
      }
    },
    async loadReplies(thread) {
      const page = await ask({ reply_to: thread.id, after_id: thread.replies.at(-1)?.id ?? null });
      change((current) => addReplies(current, thread.id, threadsOf(page), page.total));
    },
    put,
    add(comment) {
      put(comment);
      counted(1);
    },
    remove({ id, reply_to }) {
      change((current) => takeAway(current, id, reply_to));
      counted(-1);
    },
    like: (id, liked, like_count) => change((current) => putLike(current, id, liked, like_count)),
  };
}
