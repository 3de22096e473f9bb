import type { chatApi as Api } from '@app/contract/messaging/chat';
import type { CallInput, ResponseOf } from '@app/contract/platform/endpoint';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';

type Query = CallInput<typeof Api.search>['query'];
type MessageSearchResult = ResponseOf<typeof Api.search>;
export type SearchKind = NonNullable<NonNullable<Query>['kind']>;
export type SearchFrom = NonNullable<NonNullable<Query>['from']>;

const TYPING_MS = 300;
const SEARCH_MIN = 2;

export interface SearchFilters {
  kind: SearchKind | '';
  from: SearchFrom | '';
  since: string;
  until: string;
}

const NO_FILTERS: SearchFilters = { kind: '', from: '', since: '', until: '' };

/** Searches one chat while the user types, and goes from one found message to the next. */
export function useChatSearch(userId: number, onFound: (seq: number) => void) {
  const [text, setText] = useState('');
  const [filters, setFilters] = useState(NO_FILTERS);
  const [found, setFound] = useState<{ list: MessageSearchResult['list']; total: number; page: number } | null>(null);
  const [place, setPlace] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const asking = useRef<AbortController>(undefined);
  const asked = text.trim();
  const isNarrowed = Object.values(filters).some(Boolean);
  const isAsking = asked.length >= SEARCH_MIN || isNarrowed;

  async function search(page: number): Promise<MessageSearchResult | null> {
    asking.current?.abort();
    const mine = new AbortController();
    asking.current = mine;
    setFailed(false);
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
    try {
      return await call(chatApi.search, {
        query: { search: asked, user_id: userId, page, ...given },
        signal: mine.signal,
      });
    } catch (error) {
      if (mine.signal.aborted) return null;
      if (!isApiError(error)) throw error;
      setFailed(true);
      return null;
    }
  }

  const start = useEffectEvent(async () => {
    const answer = await search(1);
    if (answer === null) return;
    setFound({ ...answer, page: 1 });
    setPlace(0);
    const [first] = answer.list;
    if (first) onFound(first.message.seq);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question
  useEffect(() => {
    if (!isAsking) {
      setFound(null);
      return;
    }
    const timer = setTimeout(() => void start(), TYPING_MS);
    return () => {
      clearTimeout(timer);
      asking.current?.abort();
    };
  }, [asked, filters, isAsking]);

  async function go(to: number): Promise<void> {
    if (found === null || to < 0 || to >= found.total) return;
    let { list } = found;
    if (to >= list.length) {
      const answer = await search(found.page + 1);
      if (answer === null) return;
      const known = new Set(list.map(({ message }) => message.id));
      list = [...list, ...answer.list.filter(({ message }) => !known.has(message.id))];
      setFound({ list, total: answer.total, page: found.page + 1 });
    }
    const next = list[to];
    if (next === undefined) return;
    setPlace(to);
    onFound(next.message.seq);
  }

  return { text, setText, filters, setFilters, isNarrowed, found, place, hasFailed, go };
}
