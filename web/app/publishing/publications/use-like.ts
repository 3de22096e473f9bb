import { useEffect, useRef, useState } from 'react';
import { publicationsApi } from '#contract/publishing/publications';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';

export interface Like {
  liked: boolean;
  count: number;
}

const toggledLike = ({ liked, count }: Like): Like => ({
  liked: !liked,
  count: Math.max(0, count + (liked ? -1 : 1)),
});

/**
 * Optimistic like. Presses during a request are merged, and the last state is sent next. A rejected request restores
 * the previous state.
 */
export function useLike(
  given: Like,
  send: (liked: boolean) => Promise<Like>,
  onFailed: (reason: string) => void,
  onSettled: (like: Like) => void,
): { like: Like; turn: (to?: boolean) => void } {
  const [like, setLike] = useState(given);
  const wanted = useRef(given.liked);
  const sure = useRef(given);
  const isSending = useRef(false);
  const latest = useRef({ send, onFailed, onSettled });
  latest.current = { send, onFailed, onSettled };

  const { liked, count } = given;
  useEffect(() => {
    if (isSending.current) return;
    sure.current = { liked, count };
    wanted.current = liked;
    // The same again would be rendered once more, and throw away parts that are not hydrated yet.
    setLike((shown) => (shown.liked === liked && shown.count === count ? shown : { liked, count }));
  }, [liked, count]);

  async function deliver(): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    try {
      while (wanted.current !== sure.current.liked) {
        sure.current = await latest.current.send(wanted.current);
        if (wanted.current === sure.current.liked) setLike(sure.current);
      }
    } catch (error) {
      wanted.current = sure.current.liked;
      setLike(sure.current);
      if (!isApiError(error)) throw error;
      latest.current.onFailed(error.body.message);
    } finally {
      isSending.current = false;
      latest.current.onSettled(sure.current);
    }
  }

  return {
    like,
    turn(to = !wanted.current) {
      if (to === wanted.current) return;
      wanted.current = to;
      setLike((shown) => (shown.liked === to ? shown : toggledLike(shown)));
      void deliver();
    },
  };
}

export async function sendLike(publishId: number, liked: boolean): Promise<Like> {
  const response = await call(publicationsApi.like, { body: { publish_id: publishId, liked: liked ? 1 : 0 } });
  return { liked: response.liked === 1, count: response.count };
}

export async function sendCommentLike(commentId: number, liked: boolean): Promise<Like> {
  const response = await call(publicationsApi.likeComment, { body: { comment_id: commentId, liked: liked ? 1 : 0 } });
  return { liked: response.liked === 1, count: response.count };
}
