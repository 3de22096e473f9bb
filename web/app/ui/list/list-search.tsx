import { IconSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { ICON_STROKE } from '../icon.ts';
import styles from './list-search.module.css';

interface ListSearchProps {
  label: string;
  clearLabel: string;
  value: string;
  hrefOf: (search: string) => string;
  /** Other query parameters of the address, for the form without JavaScript. */
  hidden?: Readonly<Record<string, string>>;
}

const TYPING_PAUSE_MS = 350;
const SEARCH_MAX = 200;

/** Search field of a list: searches while typing, stores the query in the address, and `/` focuses the field. */
export function ListSearch({ label, clearLabel, value, hrefOf, hidden = {} }: ListSearchProps) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [terms, setTerms] = useState(value);
  /** Last query set in the address, so that an older navigation does not overwrite newer typing. */
  const asked = useRef(value);

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setTerms(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.current?.focus();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  function search(next: string): void {
    clearTimeout(timer.current);
    const text = next.trim();
    if (text === asked.current) return;
    asked.current = text;
    void navigate(hrefOf(text), { replace: true, preventScrollReset: true });
  }

  function handleChange(next: string): void {
    setTerms(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next), TYPING_PAUSE_MS);
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    search(terms);
  }

  function clear(): void {
    setTerms('');
    search('');
    field.current?.focus();
  }

  return (
    <Form role="search" className={styles.box} onSubmit={handleSubmit}>
      {Object.entries(hidden).map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      <IconSearch size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        name="search"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts="/"
        maxLength={SEARCH_MAX}
        autoComplete="off"
        enterKeyHint="search"
        value={terms}
        onChange={(event) => handleChange(event.currentTarget.value)}
      />
      {terms !== '' && (
        <button type="button" aria-label={clearLabel} onClick={clear}>
          <IconX size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      )}
    </Form>
  );
}
