import type { ErrorCode } from '@app/contract/platform/errors';
import { useState } from 'react';
import { isApiError } from '../../platform/api-error.ts';
import { randomKey } from '../../platform/random-key.ts';
import type { CommentWords } from './comment-form.tsx';

/** A comment on its way, or one that did not arrive: its words are not lost. */
export interface Unsent extends CommentWords {
  /** Sent again with the same key it is written once. */
  key: string;
  replyTo: number | null;
  /** Null while it is being sent. */
  failure: { code: ErrorCode | 'network'; message: string } | null;
}

interface Outbox {
  unsent: readonly Unsent[];
  send: (words: CommentWords, replyTo: number | null) => void;
  retry: (one: Unsent) => void;
  /** As a new comment: what was refused may be taken without its vote. */
  retryWithoutRating: (one: Unsent) => void;
  discard: (one: Unsent) => void;
}

/** Comments are shown at once and sent meanwhile. */
export function useOutbox<Comment>(
  sendOne: (one: Unsent) => Promise<Comment>,
  onSent: (comment: Comment) => void,
): Outbox {
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  const without = (list: readonly Unsent[], key: string) => list.filter((one) => one.key !== key);

  async function deliver(one: Unsent): Promise<void> {
    setUnsent((list) => [{ ...one, failure: null }, ...without(list, one.key)]);
    const { key } = one;
    try {
      const comment = await sendOne(one);
      setUnsent((list) => without(list, key));
      onSent(comment);
    } catch (error) {
      if (!isApiError(error)) throw error;
      const code = error.status === 0 ? 'network' : error.body.code;
      const failure: Unsent['failure'] = { code, message: error.body.message };
      setUnsent((list) => list.map((waiting) => (waiting.key === key ? { ...waiting, failure } : waiting)));
    }
  }

  return {
    unsent,
    send: (words, replyTo) => void deliver({ ...words, replyTo, key: randomKey(), failure: null }),
    retry: (one) => void deliver(one),
    retryWithoutRating(one) {
      setUnsent((list) => without(list, one.key));
      void deliver({ ...one, rating: 0, key: randomKey() });
    },
    discard: (one) => setUnsent((list) => without(list, one.key)),
  };
}
