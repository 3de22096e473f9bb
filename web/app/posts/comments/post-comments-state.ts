import type { ResponseOf } from '@app/contract/endpoint';
import type { PublicationComment, publicationsApi } from '@app/contract/publications';
import type { CommentsState } from '../../comments/comments-state.ts';

export type PostCommentsPage = ResponseOf<typeof publicationsApi.comments>;

/** What the viewer may do under this publication. */
export type PostAbilities = Pick<PostCommentsPage, 'may_comment' | 'may_hide' | 'closed'>;
export type PostCommentsState = CommentsState<PublicationComment, PostAbilities>;

export const threadsOf = ({ list }: PostCommentsPage): PublicationComment[] => list as PublicationComment[];

const abilitiesOf = ({ may_comment, may_hide, closed }: PostAbilities): PostAbilities => ({
  may_comment,
  may_hide,
  closed,
});

/** The first page. The sought comment stands at the top when its own place is further down than what is loaded. */
export function startComments(page: PostCommentsPage, sought?: PublicationComment): PostCommentsState {
  const list = threadsOf(page);
  const comments = sought ? [sought, ...list.filter(({ id }) => id !== sought.id)] : list;
  return { comments, total: page.total, abilities: abilitiesOf(page) };
}

/** Older comments behind those that are there. */
export function addOlderComments(state: PostCommentsState, page: PostCommentsPage): PostCommentsState {
  const known = new Set(state.comments.map(({ id }) => id));
  return {
    comments: [...state.comments, ...threadsOf(page).filter(({ id }) => !known.has(id))],
    total: page.total,
    abilities: abilitiesOf(page),
  };
}

/** A like of one comment or reply. */
export function putLike(state: PostCommentsState, id: number, liked: 0 | 1, like_count: number): PostCommentsState {
  return {
    ...state,
    comments: state.comments.map((thread) =>
      thread.id === id
        ? { ...thread, liked, like_count }
        : {
            ...thread,
            replies: thread.replies.map((reply) => (reply.id === id ? { ...reply, liked, like_count } : reply)),
          },
    ),
  };
}
