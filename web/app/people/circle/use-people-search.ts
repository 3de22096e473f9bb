import type { User } from '@app/contract/people/users';
import { useEffect, useEffectEvent, useState } from 'react';
import { circleApi } from '#contract/people/circle';
import { USER_SEARCH_SIZE, usersApi } from '#contract/people/users';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';

interface PersonMatches {
  terms: string;
  people: readonly User[];
  total: number;
  page: number;
}

const PAUSE_MS = 250;

/**
 * Finds people by name or login, friends first, page by page, while the terms are typed. With `isFriendsOnly` only the
 * viewer's friends, all of them without terms.
 */
export function usePeopleSearch(terms: string, onFailed: (message: string) => void, isFriendsOnly = false) {
  const [found, setFound] = useState<PersonMatches | null>(null);
  const [isLoading, setLoading] = useState(false);
  const search = terms.trim();

  async function load(page: number, signal?: AbortSignal): Promise<void> {
    setLoading(true);
    try {
      const query = { search, page, size: USER_SEARCH_SIZE };
      const input = { query, ...(signal && { signal }) };
      const { list, total } = await (isFriendsOnly ? call(circleApi.friends, input) : call(usersApi.list, input));
      setFound((before) => ({
        terms: search,
        people: page === 1 || before?.terms !== search ? list : [...before.people, ...list],
        total,
        page,
      }));
    } catch (error) {
      if (signal?.aborted) return;
      if (!isApiError(error)) throw error;
      onFailed(error.body.message);
    }
    setLoading(false);
  }

  const runSearch = useEffectEvent((signal: AbortSignal) => void load(1, signal));
  useEffect(() => {
    if (search === '' && !isFriendsOnly) {
      setFound(null);
      return;
    }
    const asking = new AbortController();
    const timer = setTimeout(() => runSearch(asking.signal), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [search, isFriendsOnly]);

  return {
    found: search === '' && !isFriendsOnly ? null : found,
    isLoading,
    more: () => void (found?.terms === search && !isLoading && load(found.page + 1)),
    clear: () => setFound(null),
  };
}
