import type { chatApi as Api } from '@app/contract/messaging/chat';
import type { CallInput, ResponseOf } from '@app/contract/platform/endpoint';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';

export type MessageQuery = NonNullable<CallInput<typeof Api.search>['query']>;
export type MessageMatch = ResponseOf<typeof Api.search>['list'][number];

interface FoundMessages {
  key: string | null;
  list: readonly MessageMatch[];
  total: number;
  page: number;
}

interface Options {
  pauseMs?: number;
  /** The first page of a query has arrived. */
  onFirst?: (list: readonly MessageMatch[]) => void;
}

/** Searches messages page by page; a query of null searches nothing. `found` may still be of the query before. */
export function useFoundMessages(query: MessageQuery | null, { pauseMs = 0, onFirst }: Options = {}) {
  const key = query && JSON.stringify(query);
  const [found, setFound] = useState<FoundMessages | null>(null);
  const [failedKey, setFailedKey] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const asking = useRef<AbortController>(undefined);

  /** Returns everything found so far; null when the page could not be loaded. */
  async function load(page: number): Promise<readonly MessageMatch[] | null> {
    asking.current?.abort();
    const mine = new AbortController();
    asking.current = mine;
    setFailedKey(null);
    setLoading(true);
    try {
      const answer = await call(chatApi.search, { query: { search: '', ...query, page }, signal: mine.signal });
      const known = page > 1 && found?.key === key ? found.list : [];
      const ids = new Set(known.map(({ message }) => message.id));
      // New messages shift the pages, so duplicates are removed.
      const list = [...known, ...answer.list.filter(({ message }) => !ids.has(message.id))];
      setFound({ key, list, total: answer.total, page });
      if (page === 1) onFirst?.(list);
      return list;
    } catch (error) {
      if (mine.signal.aborted) return null;
      if (!isApiError(error)) throw error;
      setFailedKey(key);
      return null;
    } finally {
      if (asking.current === mine) setLoading(false);
    }
  }

  const start = useEffectEvent(() => void load(1));
  useEffect(() => {
    if (key === null) return setFound(null);
    const timer = setTimeout(() => start(), pauseMs);
    return () => {
      clearTimeout(timer);
      asking.current?.abort();
    };
  }, [key, pauseMs]);

  const isCurrent = key !== null && found?.key === key;
  return { found, isCurrent, hasFailed: key !== null && failedKey === key, isLoading, load };
}
