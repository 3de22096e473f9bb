import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { PublicationEvent } from '@app/contract/publishing/publication-live';
import type { PublicationComment, publicationsApi } from '@app/contract/publishing/publications';
import type { CommentsState } from '../../comments/comments-state.ts';

type PublicationCommentsPage = ResponseOf<typeof publicationsApi.comments>;

export type PublicationAbilities = Pick<PublicationCommentsPage, 'may_comment' | 'may_hide' | 'closed'>;
type PublicationCommentsState = CommentsState<PublicationComment, PublicationAbilities>;

export function setLike(
  state: PublicationCommentsState,
  id: number,
  like: { liked?: 0 | 1; like_count: number },
): PublicationCommentsState {
  return {
    ...state,
    comments: state.comments.map((thread) =>
      thread.id === id
        ? { ...thread, ...like }
        : { ...thread, replies: thread.replies.map((reply) => (reply.id === id ? { ...reply, ...like } : reply)) },
    ),
  };
}

/** Parses a socket event; returns null for kinds that only a newer server sends. */
export function parsePublicationEvent(event: unknown): PublicationEvent | null {
  return typeof event === 'object' && event !== null && 'type' in event ? (event as PublicationEvent) : null;
}
