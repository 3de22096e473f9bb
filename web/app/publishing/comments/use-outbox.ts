import type { ErrorCode } from '@app/contract/platform/errors';
import { useState } from 'react';
import { isApiError } from '../../platform/api-error.ts';
import { randomKey } from '../../platform/random-key.ts';
import type { CommentInput } from './comment-form.tsx';

export interface OutboxComment extends CommentInput {
  /** Idempotency key: a repeated request with the same key creates the comment only once. */
  key: string;
  replyTo: number | null;
  failure: { code: ErrorCode | 'network'; message: string } | null;
}

export interface Outbox {
  unsent: readonly OutboxComment[];
  send: (input: CommentInput, replyTo: number | null) => void;
  retry: (one: OutboxComment) => void;
  /** Retries as a new comment without the vote, after a refusal that may concern only the vote. */
  retryWithoutRating: (one: OutboxComment) => void;
  discard: (one: OutboxComment) => void;
}

export function useOutbox<Comment>(
  sendOne: (one: OutboxComment) => Promise<Comment>,
  onSent: (comment: Comment) => void,
): Outbox {
  const [unsent, setUnsent] = useState<readonly OutboxComment[]>([]);
  const without = (list: readonly OutboxComment[], key: string) => list.filter((one) => one.key !== key);

  async function deliver(one: OutboxComment): Promise<void> {
    setUnsent((list) => [{ ...one, failure: null }, ...without(list, one.key)]);
    const { key } = one;
    try {
      const comment = await sendOne(one);
      setUnsent((list) => without(list, key));
      onSent(comment);
    } catch (error) {
      if (!isApiError(error)) throw error;
      const code = error.status === 0 ? 'network' : error.body.code;
      const failure: OutboxComment['failure'] = { code, message: error.body.message };
      setUnsent((list) => list.map((waiting) => (waiting.key === key ? { ...waiting, failure } : waiting)));
    }
  }

  return {
    unsent,
    send: (input, replyTo) => void deliver({ ...input, replyTo, key: randomKey(), failure: null }),
    retry: (one) => void deliver(one),
    retryWithoutRating(one) {
      setUnsent((list) => without(list, one.key));
      void deliver({ ...one, rating: 0, key: randomKey() });
    },
    discard: (one) => setUnsent((list) => without(list, one.key)),
  };
}
