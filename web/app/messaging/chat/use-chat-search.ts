import { useState } from 'react';
import { readerZone } from '../../platform/format/reader-zone.ts';
import { type MessageQuery, useFoundMessages } from './use-found-messages.ts';

export type SearchKind = NonNullable<MessageQuery['kind']>;
export type SearchFrom = NonNullable<MessageQuery['from']>;

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
  const [place, setPlace] = useState(0);
  const asked = text.trim();
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const isNarrowed = Object.keys(given).length > 0;
  const hasDays = filters.since !== '' || filters.until !== '';
  const zone = hasDays ? { time_zone: readerZone().timeZone } : {};
  const isAsking = asked.length >= SEARCH_MIN || isNarrowed;
  const { found, hasFailed, load } = useFoundMessages(
    isAsking ? { search: asked, user_id: userId, ...given, ...zone } : null,
    {
      pauseMs: TYPING_MS,
      onFirst([first]) {
        setPlace(0);
        if (first) onFound(first.message.seq);
      },
    },
  );

  async function go(to: number): Promise<void> {
    if (found === null || to < 0 || to >= found.total) return;
    const list = to < found.list.length ? found.list : await load(found.page + 1);
    const next = list?.[to];
    if (next === undefined) return;
    setPlace(to);
    onFound(next.message.seq);
  }

  return { text, setText, filters, setFilters, isNarrowed, found, place, hasFailed, go };
}
