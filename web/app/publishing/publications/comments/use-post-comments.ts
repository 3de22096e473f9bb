import type { PublicationComment } from '@app/contract/publishing/publications';
import {
  PUBLISH_COMMENTS_PAGE_MAX,
  PUBLISH_COMMENTS_PAGE_SIZE,
  publicationsApi,
} from '#contract/publishing/publications';
import { call } from '../../../platform/call.ts';
import { type Threads, useThreads } from '../../comments/use-threads.ts';
import { type PostAbilities, putLike, readEvent } from './post-comments-state.ts';

interface UsePostComments {
  publishId: number;
  /** Who signed in hears what others do. */
  isLive: boolean;
  isWatched: boolean;
  /** The comment that the address names. */
  soughtId: number | null;
  onCount: (count: number) => void;
  /** Of the publication. */
  onLikes: (count: number) => void;
}

/** Comments of a publication, and how many like it. */
export function usePostComments({
  publishId,
  onLikes,
  ...rest
}: UsePostComments): Threads<PublicationComment, PostAbilities> {
  return useThreads<PublicationComment, PostAbilities>({
    ...rest,
    path: `/ws/publications/${publishId}/`,
    pageSize: PUBLISH_COMMENTS_PAGE_SIZE,
    pageMax: PUBLISH_COMMENTS_PAGE_MAX,
    async ask(query) {
      const page = await call(publicationsApi.comments, { params: { id: publishId }, query });
      const { list, total, count, ...abilities } = page;
      return { comments: list as PublicationComment[], total, count, abilities };
    },
    onEvent(event, change) {
      const told = readEvent(event);
      if (told?.type === 'comments') rest.onCount(told.count);
      if (told?.type === 'likes') onLikes(told.count);
      if (told?.type === 'comment_likes') change((state) => putLike(state, told.id, { like_count: told.count }));
    },
  });
}
