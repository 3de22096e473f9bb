import { IconAdjustmentsHorizontal, IconChevronDown, IconChevronUp, IconX } from 'virtual:icons';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { iconButton } from '../../ui/button.ts';
import { IconButton } from '../../ui/buttons.tsx';
import { SearchInput } from '../../ui/list/search-input.tsx';
import styles from './bars.module.css';
import { type SearchFilters, type SearchFrom, type SearchKind, useChatSearch } from './use-chat-search.ts';

const KINDS: readonly SearchKind[] = ['photo', 'video', 'audio', 'voice', 'file', 'link', 'card'];

interface SearchInChatProps {
  userId: number;
  onFound: (seq: number) => void;
  onClose: () => void;
}

function FilterFields({ filters, onChange }: { filters: SearchFilters; onChange: (filters: SearchFilters) => void }) {
  const t = useText('chat');
  const change = (part: Partial<SearchFilters>): void => onChange({ ...filters, ...part });
  return (
    <div className={styles.filters}>
      <label>
        {t('chat.search.kind')}
        <select
          value={filters.kind}
          onChange={(event) => change({ kind: event.currentTarget.value as SearchKind | '' })}
        >
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
        <select
          value={filters.from}
          onChange={(event) => change({ from: event.currentTarget.value as SearchFrom | '' })}
        >
          <option value="">{t('chat.search.from.any')}</option>
          <option value="me">{t('chat.search.from.me')}</option>
          <option value="them">{t('chat.search.from.them')}</option>
        </select>
      </label>
      {(['since', 'until'] as const).map((edge) => (
        <label key={edge}>
          {t(`chat.search.${edge}`)}
          <input
            type="date"
            value={filters[edge]}
            max={(edge === 'since' && filters.until) || undefined}
            min={(edge === 'until' && filters.since) || undefined}
            onChange={(event) => change({ [edge]: event.currentTarget.value })}
          />
        </label>
      ))}
    </div>
  );
}

export function SearchInChat({ userId, onFound, onClose }: SearchInChatProps) {
  const t = useText('chat');
  const { text, setText, filters, setFilters, isNarrowed, found, place, hasFailed, go } = useChatSearch(
    userId,
    onFound,
  );
  const [isFiltering, setFiltering] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);

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
          <SearchInput ref={field} enterKeyHint="search" label={t('chat.search')} value={text} onChange={setText} />
        </div>
        <IconButton
          size={20}
          hasTooltip
          icon={IconAdjustmentsHorizontal}
          label={t('chat.search.filters')}
          className={isNarrowed ? `${iconButton} ${styles.toggled}` : iconButton}
          aria-expanded={isFiltering}
          onClick={() => setFiltering(!isFiltering)}
        />
        <IconButton
          size={20}
          hasTooltip
          icon={IconChevronUp}
          label={t('chat.search.older')}
          disabled={place + 1 >= total}
          onClick={() => void go(place + 1)}
        />
        <IconButton
          size={20}
          hasTooltip
          icon={IconChevronDown}
          label={t('chat.search.newer')}
          disabled={place === 0}
          onClick={() => void go(place - 1)}
        />
        <IconButton size={20} icon={IconX} hasTooltip label={t('chat.search.close')} onClick={onClose} />
      </div>
      {isFiltering && <FilterFields filters={filters} onChange={setFilters} />}
      <p className={styles.found} role="status">
        {resultText}
      </p>
    </form>
  );
}
