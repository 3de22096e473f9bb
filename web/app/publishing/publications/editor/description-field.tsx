import { IconHash } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { PUBLISH_DESCRIPTION_MAX } from '#contract/publishing/publications';
import { formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import styles from './description-field.module.css';
import { complete, type StartedWord, type Suggestion, startedAt, useSuggestions } from './use-suggestions.ts';

interface DescriptionFieldProps {
  value: string;
  error?: string | undefined;
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

/** Share of the maximum length from which the remaining characters are shown. */
const COUNTED_FROM = 0.6;

/**
 * Description with suggestions for hashtags and mentions: arrows move, Enter or Tab accepts, Esc closes. The focus
 * stays in the field.
 */
export function DescriptionField({ value, error, isDisabled = false, onChange }: DescriptionFieldProps) {
  const t = useText('make-post');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [started, setStarted] = useState<StartedWord | null>(null);
  const [active, setActive] = useState(0);
  const suggestions = useSuggestions(started);
  const isOpen = suggestions.length > 0;

  useLayoutEffect(() => {
    if (caret.current === null) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function look(): void {
    const element = field.current;
    if (!element) return;
    const isRange = element.selectionStart !== element.selectionEnd;
    setStarted(isRange ? null : startedAt(element.value, element.selectionStart));
    setActive(0);
  }

  function take({ whole }: Suggestion): void {
    if (!started) return;
    const next = complete(value, started, whole);
    caret.current = next.caret;
    setStarted(null);
    onChange(next.text.slice(0, PUBLISH_DESCRIPTION_MAX));
    field.current?.focus();
  }

  function handleKey(event: KeyboardEvent): void {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const { length } = suggestions;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + length) % length);
    } else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') {
      const chosen = suggestions[active];
      if (!chosen) return;
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      setStarted(null);
    }
  }

  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={`${id}-text`}>{t('make-post.text')}</label>
        <CharacterCount id={`${id}-count`} length={value.length} />
      </div>
      <div className={styles.box}>
        <textarea
          ref={field}
          id={`${id}-text`}
          name="publish_description"
          className={styles.text}
          rows={4}
          maxLength={PUBLISH_DESCRIPTION_MAX}
          placeholder={t('make-post.text.hint')}
          value={value}
          disabled={isDisabled}
          aria-autocomplete="list"
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
          aria-describedby={`${id}-count ${id}-problem`}
          aria-invalid={error !== undefined || undefined}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            look();
          }}
          onKeyUp={({ key }) => (key.startsWith('Arrow') || key === 'Home' || key === 'End') && !isOpen && look()}
          onClick={look}
          onKeyDown={handleKey}
          onBlur={() => setStarted(null)}
        />
        {isOpen && (
          <SuggestionList
            id={id}
            label={t(started?.sign === '#' ? 'make-post.suggest.tags' : 'make-post.suggest.people')}
            suggestions={suggestions}
            active={active}
            onTake={take}
          />
        )}
      </div>
      <p role="status" className="sr">
        {isOpen && t('make-post.suggest.found', { count: suggestions.length })}
      </p>
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {error}
      </p>
    </div>
  );
}

function CharacterCount({ id, length }: { id: string; length: number }) {
  const t = useText('make-post');
  const lang = useLanguage();
  const count = { count: formatNumber(lang, length), max: formatNumber(lang, PUBLISH_DESCRIPTION_MAX) };
  return (
    <span
      id={id}
      className={`${styles.count} num`}
      data-full={length >= PUBLISH_DESCRIPTION_MAX || undefined}
      hidden={length < PUBLISH_DESCRIPTION_MAX * COUNTED_FROM && length === 0}
    >
      {t('make-post.text.count', count)}
    </span>
  );
}

interface SuggestionListProps {
  id: string;
  label: string;
  suggestions: readonly Suggestion[];
  active: number;
  onTake: (suggestion: Suggestion) => void;
}

function SuggestionList({ id, label, suggestions, active, onTake }: SuggestionListProps) {
  return (
    <div id={`${id}-list`} role="listbox" className={styles.list} aria-label={label}>
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: likewise
        <div
          key={suggestion.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.row}
          // Prevents that a press on the list takes the focus from the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
        >
          <SuggestionRow suggestion={suggestion} />
        </div>
      ))}
    </div>
  );
}

function SuggestionRow({ suggestion }: { suggestion: Suggestion }) {
  const t = useText('make-post');
  if (suggestion.kind === 'tag') {
    return (
      <>
        <IconHash size={20} stroke={ICON_STROKE} aria-hidden="true" />
        <b className="clip1">{suggestion.whole}</b>
        <small>{t('make-post.suggest.used', { count: suggestion.count })}</small>
      </>
    );
  }
  const { firstname, lastname, photo } = suggestion.user;
  return (
    <>
      <UserPic firstname={firstname} lastname={lastname} photo={photo} size={32} />
      <b className="clip1">{`${firstname} ${lastname}`.trim()}</b>
      <small className="clip1">@{suggestion.whole}</small>
    </>
  );
}
