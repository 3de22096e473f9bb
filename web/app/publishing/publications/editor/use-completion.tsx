import { IconHash } from 'virtual:icons';
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import styles from './description-field.module.css';
import { complete, type StartedWord, type Suggestion, startedAt, useSuggestions } from './use-suggestions.ts';

interface CompletionOptions {
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  max: number;
  onChange: (value: string) => void;
}

/**
 * Suggestions for the hashtag or mention that is being typed: arrows move, Enter or Tab accepts, Esc closes. The focus
 * stays in the field.
 */
export function useCompletion({ id, field, value, max, onChange }: CompletionOptions) {
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
    onChange(next.text.slice(0, max));
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

  const list: ReactNode = (
    <Suspense>
      {isOpen && (
        <SuggestionList id={id} sign={started?.sign} suggestions={suggestions} active={active} onTake={take} />
      )}
    </Suspense>
  );
  return {
    look,
    list,
    handleKey,
    props: {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': isOpen ? `${id}-${active}` : undefined,
      onKeyUp: ({ key }: KeyboardEvent) =>
        (key.startsWith('Arrow') || key === 'Home' || key === 'End') && !isOpen && look(),
      onClick: look,
      onBlur: () => setStarted(null),
    } as const,
  };
}

interface SuggestionListProps {
  id: string;
  sign: StartedWord['sign'] | undefined;
  suggestions: readonly Suggestion[];
  active: number;
  onTake: (suggestion: Suggestion) => void;
}

function SuggestionList({ id, sign, suggestions, active, onTake }: SuggestionListProps) {
  const t = useText('make-post');
  return (
    <>
      <p role="status" className="sr">
        {t('make-post.suggest.found', { count: suggestions.length })}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        className={styles.list}
        aria-label={t(sign === '#' ? 'make-post.suggest.tags' : 'make-post.suggest.people')}
      >
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
    </>
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
