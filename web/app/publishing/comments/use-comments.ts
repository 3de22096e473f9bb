import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { AdComment } from '@app/contract/publishing/comments';
import { COMMENTS_PAGE_MAX, COMMENTS_PAGE_SIZE, commentsApi } from '#contract/publishing/comments';
import { call } from '../../platform/call.ts';
import type { Abilities } from './comments-state.ts';
import { type Threads, useThreads } from './use-threads.ts';

interface UseComments {
  adId: number;
  soughtId: number | null;
  isWatched: boolean;
  onCount: (count: number) => void;
}

export function useComments({ adId, ...rest }: UseComments): Threads<AdComment, Abilities> {
  return useThreads({
    ...rest,
    path: `/ws/ads/${adId}/`,
    isLive: true,
    pageSize: COMMENTS_PAGE_SIZE,
    pageMax: COMMENTS_PAGE_MAX,
    async fetchPage(query) {
      const page: ResponseOf<typeof commentsApi.list> = await call(commentsApi.list, { params: { id: adId }, query });
      const { comments, total, count, ...abilities } = page;
      return { comments, total, count, abilities };
    },
  });
}
