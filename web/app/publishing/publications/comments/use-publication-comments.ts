import type { PublicationComment } from '@app/contract/publishing/publications';
import {
  PUBLISH_COMMENTS_PAGE_MAX,
  PUBLISH_COMMENTS_PAGE_SIZE,
  publicationsApi,
} from '#contract/publishing/publications';
import { call } from '../../../platform/call.ts';
import { type Threads, useThreads } from '../../comments/use-threads.ts';
import { type PublicationAbilities, parsePublicationEvent, setLike } from './publication-comments-state.ts';

interface UsePublicationCommentsOptions {
  publishId: number;
  isLive: boolean;
  isWatched: boolean;
  soughtId: number | null;
  onCount: (count: number) => void;
  onLikes: (count: number) => void;
}

export function usePublicationComments({
  publishId,
  onLikes,
  ...rest
}: UsePublicationCommentsOptions): Threads<PublicationComment, PublicationAbilities> {
  return useThreads<PublicationComment, PublicationAbilities>({
    ...rest,
    path: `/ws/publications/${publishId}/`,
    pageSize: PUBLISH_COMMENTS_PAGE_SIZE,
    pageMax: PUBLISH_COMMENTS_PAGE_MAX,
    async fetchPage(query) {
      const page = await call(publicationsApi.comments, { params: { id: publishId }, query });
      const { list, total, count, ...abilities } = page;
      return { comments: list as PublicationComment[], total, count, abilities };
    },
    onEvent(event, change) {
      const publicationEvent = parsePublicationEvent(event);
      if (publicationEvent?.type === 'comments') rest.onCount(publicationEvent.count);
      if (publicationEvent?.type === 'likes') onLikes(publicationEvent.count);
      if (publicationEvent?.type === 'comment_likes')
        change((state) => setLike(state, publicationEvent.id, { like_count: publicationEvent.count }));
    },
  });
}
