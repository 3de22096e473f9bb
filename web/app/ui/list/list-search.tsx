import { IconSearch, IconX } from 'virtual:icons';
import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
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
  /** Whether the field takes the focus when the page opens. */
  hasFocus?: boolean;
}

const TYPING_PAUSE_MS = 350;
const SEARCH_MAX = 200;

interface SearchTermsOptions {
  value: string;
  pauseMs?: number;
  onSearch: (terms: string) => void;
}

/** The terms of a search field: searches while typing, and `/` focuses the field. */
export function useSearchTerms({ value, pauseMs = TYPING_PAUSE_MS, onSearch }: SearchTermsOptions) {
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
    onSearch(text);
  }

  return {
    terms,
    clear(): void {
      setTerms('');
      search('');
      field.current?.focus();
    },
    handleSubmit(event: FormEvent): void {
      event.preventDefault();
      search(terms);
    },
    input: {
      ref: field,
      type: 'search',
      'aria-keyshortcuts': '/',
      maxLength: SEARCH_MAX,
      autoComplete: 'off',
      enterKeyHint: 'search',
      value: terms,
      onChange({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
        const next = currentTarget.value;
        setTerms(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(next), pauseMs);
      },
    },
  } as const;
}

/** Search field of a list, which stores the query in the address. */
export function ListSearch(props: ListSearchProps) {
  const { label, clearLabel, value, hrefOf, hidden = {}, hasFocus = false } = props;
  const navigate = useNavigate();
  const { terms, clear, handleSubmit, input } = useSearchTerms({
    value,
    onSearch: (text) => void navigate(hrefOf(text), { replace: true, preventScrollReset: true }),
  });
  const { ref: field } = input;
  useEffect(() => {
    if (hasFocus) field.current?.focus({ preventScroll: true });
  }, [hasFocus, field]);
  return (
    <Form role="search" className={styles.box} onSubmit={handleSubmit}>
      {Object.entries(hidden).map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      <IconSearch size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <input {...input} name="search" aria-label={label} placeholder={label} />
      {terms !== '' && (
        <button type="button" aria-label={clearLabel} onClick={clear}>
          <IconX size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      )}
    </Form>
  );
}
