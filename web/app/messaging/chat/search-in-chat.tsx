import type { chatApi as Api } from '@app/contract/messaging/chat';
import type { CallInput, ResponseOf } from '@app/contract/platform/endpoint';
import { IconAdjustmentsHorizontal, IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './bars.module.css';

type Query = CallInput<typeof Api.search>['query'];
type MessageSearchResult = ResponseOf<typeof Api.search>;
type Kind = NonNullable<NonNullable<Query>['kind']>;
type From = NonNullable<NonNullable<Query>['from']>;

const KINDS: readonly Kind[] = ['photo', 'video', 'audio', 'voice', 'file', 'link', 'card'];
const TYPING_MS = 300;
const SEARCH_MIN = 2;

interface Filters {
  kind: Kind | '';
  from: From | '';
  since: string;
  until: string;
}

const NO_FILTERS: Filters = { kind: '', from: '', since: '', until: '' };

interface SearchInChatProps {
  userId: number;
  onFound: (seq: number) => void;
  onClose: () => void;
}

export function SearchInChat({ userId, onFound, onClose }: SearchInChatProps) {
  const t = useText('chat');
  const [text, setText] = useState('');
  const [filters, setFilters] = useState(NO_FILTERS);
  const [isFiltering, setFiltering] = useState(false);
  const [found, setFound] = useState<{ list: MessageSearchResult['list']; total: number; page: number } | null>(null);
  const [place, setPlace] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const asking = useRef<AbortController>(undefined);
  const asked = text.trim();
  const isNarrowed = Object.values(filters).some(Boolean);
  const isAsking = asked.length >= SEARCH_MIN || isNarrowed;

  useEffect(() => field.current?.focus(), []);

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

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
    if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault();
      void go(event.shiftKey ? place - 1 : place + 1);
    }
  }

  const change = (part: Partial<Filters>): void => setFilters({ ...filters, ...part });
  const total = found?.total ?? 0;
  const resultText = hasFailed
    ? t('chat.search.failed')
    : found === null
      ? ''
      : total === 0
        ? t('chat.search.none')
        : t('chat.search.found', { number: place + 1, total });
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element for searches is younger than the browsers of our readers
    <form
      role="search"
      aria-label={t('chat.search')}
      className={styles.search}
      onKeyDown={handleKey}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className={styles.row}>
        <div className={styles.field}>
          <IconSearch size={18} stroke={ICON_STROKE} aria-hidden="true" />
          <input
            ref={field}
            type="search"
            enterKeyHint="search"
            aria-label={t('chat.search')}
            placeholder={t('chat.search')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <button
          type="button"
          className={`${iconButton} ${isNarrowed ? styles.toggled : ''}`}
          aria-label={t('chat.search.filters')}
          title={t('chat.search.filters')}
          aria-expanded={isFiltering}
          onClick={() => setFiltering(!isFiltering)}
        >
          <IconAdjustmentsHorizontal size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={iconButton}
          aria-label={t('chat.search.older')}
          title={t('chat.search.older')}
          disabled={place + 1 >= total}
          onClick={() => void go(place + 1)}
        >
          <IconChevronUp size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={iconButton}
          aria-label={t('chat.search.newer')}
          title={t('chat.search.newer')}
          disabled={place === 0}
          onClick={() => void go(place - 1)}
        >
          <IconChevronDown size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={iconButton}
          aria-label={t('chat.search.close')}
          title={t('chat.search.close')}
          onClick={onClose}
        >
          <IconX size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </div>
      {isFiltering && (
        <div className={styles.filters}>
          <label>
            {t('chat.search.kind')}
            <select value={filters.kind} onChange={(event) => change({ kind: event.currentTarget.value as Kind | '' })}>
              <option value="">{t('chat.search.kind.any')}</option>
              {KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`chat.search.kind.${kind}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('chat.search.from')}
            <select value={filters.from} onChange={(event) => change({ from: event.currentTarget.value as From | '' })}>
              <option value="">{t('chat.search.from.any')}</option>
              <option value="me">{t('chat.search.from.me')}</option>
              <option value="them">{t('chat.search.from.them')}</option>
            </select>
          </label>
          <label>
            {t('chat.search.since')}
            <input
              type="date"
              value={filters.since}
              max={filters.until || undefined}
              onChange={(event) => change({ since: event.currentTarget.value })}
            />
          </label>
          <label>
            {t('chat.search.until')}
            <input
              type="date"
              value={filters.until}
              min={filters.since || undefined}
              onChange={(event) => change({ until: event.currentTarget.value })}
            />
          </label>
        </div>
      )}
      <p className={styles.found} role="status">
        {resultText}
      </p>
    </form>
  );
}
