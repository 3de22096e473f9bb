import type { User } from '@app/contract/people/users';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { circleApi } from '#contract/people/circle';
import { referenceApi } from '#contract/reference/reference';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { listCountries } from '../../../reference/list-countries.ts';

export interface ShareList {
  tab: 'friends' | 'fams';
  search: string;
  country: number | null;
  city: number | null;
}

interface Place {
  id: number;
  name: string;
}

const PAUSE_MS = 250;
const CITIES_MAX = 1000;

/** Lists friends or relatives by filter, page by page. The previous result stays until the next response. */
export function useSharePeople({ tab, search, country, city }: ShareList) {
  const [people, setPeople] = useState<readonly User[]>([]);
  const [hasMore, setMore] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(true);
  const next = useRef<string | null>(null);
  const asked = useRef<AbortController | null>(null);
  const terms = search.trim();

  async function load(isFirst: boolean): Promise<void> {
    asked.current?.abort();
    const asking = new AbortController();
    asked.current = asking;
    const { signal } = asking;
    if (isFirst) next.current = null;
    setLoading(true);
    setFailure(null);
    try {
      const answer = await call(tab === 'fams' ? circleApi.relatives : circleApi.friends, {
        query: {
          search: terms,
          country_id: country,
          city_id: city,
          ...(next.current !== null && { after: next.current }),
        },
        signal,
      });
      setPeople((known) => (next.current === null ? answer.list : [...known, ...answer.list]));
      next.current = answer.next;
      setMore(answer.next !== null);
    } catch (error) {
      if (signal.aborted) return;
      if (!isApiError(error)) throw error;
      if (isFirst) setPeople([]);
      setMore(false);
      setFailure(error.body.message);
    }
    setLoading(false);
  }

  const start = useEffectEvent(() => void load(true));
  const isTyped = useRef(terms);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them asks for another list
  useEffect(() => {
    const isTyping = isTyped.current !== terms;
    isTyped.current = terms;
    const timer = setTimeout(() => start(), isTyping ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [tab, terms, country, city]);
  useEffect(() => () => asked.current?.abort(), []);

  return { people, hasMore, failure, isLoading, more: () => void load(next.current === null) };
}

/** Loads countries, and the cities of the chosen country. The list works without them. */
export function usePlaces(country: number | null): { countries: readonly Place[]; cities: readonly Place[] } {
  const [countries, setCountries] = useState<readonly Place[]>([]);
  const [cities, setCities] = useState<{ of: number; list: readonly Place[] } | null>(null);
  useEffect(() => {
    void listCountries(call, () => undefined).then((list) => setCountries(list ?? []));
  }, []);
  useEffect(() => {
    if (country === null) return;
    const asking = new AbortController();
    call(referenceApi.listCities, { query: { country, size: CITIES_MAX }, signal: asking.signal })
      .then(({ cities: list }) => setCities({ of: country, list: list.map(({ id, name }) => ({ id, name })) }))
      .catch(() => undefined);
    return () => asking.abort();
  }, [country]);
  return { countries, cities: cities !== null && cities.of === country ? cities.list : [] };
}
