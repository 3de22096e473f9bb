import { IconSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './search-field.module.css';

interface SearchFieldProps {
  value: string;
  onSearch: (text: string) => void;
  onLeave: () => void;
}

const TYPING_PAUSE_MS = 250;
const SEARCH_MAX = 200;

export function SearchField({ value, onSearch, onLeave }: SearchFieldProps) {
  const t = useText('chats');
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [query, setQuery] = useState(value);
  /** The last search sent; an address that follows it does not overwrite newer input. */
  const asked = useRef(value);

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setQuery(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const focusBySlash = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.current?.focus();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => focusBySlash(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  function search(next: string): void {
    clearTimeout(timer.current);
    const text = next.trim();
    if (text === asked.current) return;
    asked.current = text;
    onSearch(text);
  }

  function handleChange(next: string): void {
    setQuery(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next), TYPING_PAUSE_MS);
  }

  function clear(): void {
    setQuery('');
    search('');
    field.current?.focus();
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    search(query);
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault();
      event.stopPropagation();
      clear();
    }
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onLeave();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a form takes Enter, and older browsers know no <search>
    <form role="search" className={styles.box} onSubmit={handleSubmit}>
      <IconSearch size={18} stroke={ICON_STROKE} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={t('chats.search.label')}
        placeholder={t('chats.search')}
        aria-keyshortcuts="/"
        maxLength={SEARCH_MAX}
        autoComplete="off"
        enterKeyHint="search"
        value={query}
        onChange={(event) => handleChange(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      {query !== '' && (
        <button type="button" aria-label={t('chats.search.clear')} onClick={clear}>
          <IconX size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      )}
    </form>
  );
}
