import { useFoundMessages } from '../use-found-messages.ts';

const SEARCH_MIN = 2;

export type MessageSearchState = ReturnType<typeof useMessageSearch>;

export function useMessageSearch(search: string) {
  const isAsked = search.length >= SEARCH_MIN;
  const { found, isCurrent, hasFailed, isLoading, load } = useFoundMessages(isAsked ? { search } : null);
  const shown = isCurrent ? found : null;
  return {
    state: !isAsked ? 'idle' : hasFailed ? 'failed' : shown ? 'ready' : 'loading',
    list: shown?.list ?? [],
    total: shown?.total ?? 0,
    isLoadingMore: isLoading && shown !== null,
    loadMore: () => void load((shown?.page ?? 0) + 1),
    reload: () => void load(1),
  };
}
