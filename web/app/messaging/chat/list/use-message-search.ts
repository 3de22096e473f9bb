import type { chatApi as Api } from '@app/contract/messaging/chat';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';

export type MessageSearchHit = ResponseOf<typeof Api.search>['list'][number];

export interface MessageSearchState {
  state: 'idle' | 'loading' | 'ready' | 'failed';
  list: readonly MessageSearchHit[];
  total: number;
  isLoadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

const SEARCH_MIN = 2;

export function useMessageSearch(search: string): MessageSearchState {
  const isAsked = search.length >= SEARCH_MIN;
  const [shown, setShown] = useState<{ of: string; list: readonly MessageSearchHit[]; total: number } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const pendingRequest = useRef<AbortController>(undefined);
  const page = useRef(1);

  async function load(wanted: number): Promise<void> {
    pendingRequest.current?.abort();
    const mine = new AbortController();
    pendingRequest.current = mine;
    setFailed(null);
    setLoadingMore(wanted > 1);
    try {
      const { list, total } = await call(chatApi.search, { query: { search, page: wanted }, signal: mine.signal });
      page.current = wanted;
      setShown((before) => {
        const loadedHits = wanted > 1 && before?.of === search ? before.list : [];
        const ids = new Set(loadedHits.map(({ message }) => message.id));
        // New messages shift the pages, so duplicates are removed.
        return { of: search, list: [...loadedHits, ...list.filter(({ message }) => !ids.has(message.id))], total };
      });
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!isApiError(error)) throw error;
      setFailed(search);
    }
    setLoadingMore(false);
  }

  const start = useEffectEvent(() => void load(1));
  useEffect(() => {
    if (search.length < SEARCH_MIN) return;
    start();
    return () => pendingRequest.current?.abort();
  }, [search]);

  const isShown = isAsked && shown?.of === search;
  return {
    state: !isAsked ? 'idle' : failed === search ? 'failed' : isShown ? 'ready' : 'loading',
    list: isShown ? shown.list : [],
    total: isShown ? shown.total : 0,
    isLoadingMore,
    loadMore: () => void load(page.current + 1),
    reload: () => void load(1),
  };
}
