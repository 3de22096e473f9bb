import { IconHistory, IconSearch, IconX } from 'virtual:icons';
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { adSearchApi } from '#contract/market/ad-search';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { type AdFilters, listHref } from './filters/ad-filters.ts';
import { clearRecentSearches, loadRecentSearches, rememberSearch, removeRecentSearch } from './recent-searches.ts';
import styles from './suggest-box.module.css';

const PAUSE_MS = 120;

interface SuggestionRow {
  text: string;
  category: { id: number; name: string } | null;
}
interface SuggestionRows {
  list: readonly SuggestionRow[];
  isRecent: boolean;
}

const NO_ROWS: SuggestionRows = { list: [], isRecent: false };

function recentRows(): SuggestionRows {
  return { list: loadRecentSearches().map((text) => ({ text, category: null })), isRecent: true };
}

/** Asks for searches that begin with the typed text; the last text alone is answered. */
function createAsker(field: HTMLInputElement, onAnswer: (text: string, list: readonly SuggestionRow[]) => void) {
  let timer: ReturnType<typeof setTimeout>;
  let asking = new AbortController();
  const stop = (): void => {
    clearTimeout(timer);
    asking.abort();
  };
  const ask = (text: string): void => {
    timer = setTimeout(() => {
      asking = new AbortController();
      const category = new FormData(field.form ?? undefined).get('category');
      const query = { search: text, category_id: Number(category) || null };
      call(adSearchApi.suggest, { query, signal: asking.signal }).then(
        ({ suggestions }) => onAnswer(text, suggestions),
        () => {},
      );
    }, PAUSE_MS);
  };
  return { ask, stop };
}

interface SuggestBoxProps {
  /** The search field of a form that works without scripts; this component makes the field a combobox. */
  input: RefObject<HTMLInputElement | null>;
  filters: AdFilters;
}

function useSuggestions({ input: field, filters }: SuggestBoxProps) {
  const navigate = useNavigate();
  const [rows, setRows] = useState(NO_ROWS);
  const [active, setActive] = useState(-1);

  function show(next: SuggestionRows): void {
    setRows(next);
    setActive(-1);
  }

  function choose({ text, category }: SuggestionRow): void {
    rememberSearch(text);
    show(NO_ROWS);
    if (field.current) field.current.value = text;
    const place = category && category.id !== filters.category ? { category: category.id, attributes: '' } : {};
    void navigate(listHref({ ...filters, ...place, search: text, page: 1 }));
  }

  function remove({ text }: SuggestionRow): void {
    removeRecentSearch(text);
    show(recentRows());
  }

  const showSuggestions = useEffectEvent((text: string, list: readonly SuggestionRow[]) => {
    const element = field.current;
    if (element && element.value.trim() === text && document.activeElement === element) show({ list, isRecent: false });
  });
  const showRecent = useEffectEvent(() => show(recentRows()));
  const close = useEffectEvent(() => show(NO_ROWS));
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { length } = rows.list;
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (length === 0) return field.current?.value.trim() === '' && show(recentRows());
      // There is one position more than rows: no active row, the text as typed.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(((active + 1 + step + length + 1) % (length + 1)) - 1);
    } else if (event.key === 'Enter') {
      const row = rows.list[active];
      if (row === undefined) return show(NO_ROWS);
      event.preventDefault();
      choose(row);
    } else if (event.key === 'Delete' && rows.isRecent && rows.list[active]) {
      event.preventDefault();
      remove(rows.list[active]);
    } else if (event.key === 'Escape' && length > 0) {
      event.preventDefault();
      show(NO_ROWS);
    } else if (event.key === 'Tab') show(NO_ROWS);
  });

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const { ask, stop } = createAsker(element, showSuggestions);
    const update = (): void => {
      const text = element.value.trim();
      stop();
      if (text === '') showRecent();
      else ask(text);
    };
    const open = (): void => {
      if (document.activeElement === element) update();
    };
    const leave = (): void => {
      stop();
      close();
    };
    const submitted = (): void => {
      rememberSearch(element.value);
      close();
    };
    element.autocomplete = 'off';
    open();
    const gone = new AbortController();
    const { signal } = gone;
    element.addEventListener('input', update, { signal });
    element.addEventListener('click', open, { signal });
    element.addEventListener('focus', open, { signal });
    element.addEventListener('blur', leave, { signal });
    element.addEventListener('keydown', (event) => pressed(event), { signal });
    element.form?.addEventListener('submit', submitted, { signal });
    return () => {
      stop();
      gone.abort();
    };
  }, [field]);

  return { rows, active, show, choose, remove };
}

/** Suggests searches that begin with the typed text (ARIA APG combobox with listbox). The focus stays in the field. */
export function SuggestBox({ input: field, filters }: SuggestBoxProps) {
  const t = useText('ad-filters');
  const listId = useId();
  const { rows, active, show, choose, remove } = useSuggestions({ input: field, filters });
  const isOpen = rows.list.length > 0;

  // The field is rendered as a closed combobox and works before this component is loaded.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.setAttribute('aria-expanded', String(isOpen));
    element.setAttribute('aria-controls', listId);
    if (active < 0) element.removeAttribute('aria-activedescendant');
    else element.setAttribute('aria-activedescendant', `${listId}${active}`);
  }, [field, listId, isOpen, active]);

  const Icon = rows.isRecent ? IconHistory : IconSearch;
  return (
    <>
      <span role="status" className="sr">
        {isOpen ? t('ad-filters.suggest.found', { count: rows.list.length }) : ''}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on the list must not take the focus from the field */}
      <div className={styles.box} hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
        {rows.isRecent && (
          <p className={styles.head}>
            {t('ad-filters.suggest.recent')}
            <button
              type="button"
              tabIndex={-1}
              className={styles.forget}
              onClick={() => {
                clearRecentSearches();
                show(NO_ROWS);
              }}
            >
              {t('ad-filters.suggest.forget')}
            </button>
          </p>
        )}
        <div id={listId} role="listbox" aria-label={t('ad-filters.suggest')} className={styles.list}>
          {rows.list.map((row, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: likewise
            <div
              key={`${row.text} ${row.category?.id}`}
              id={`${listId}${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.row}
              onClick={() => choose(row)}
            >
              <Icon size={18} stroke={ICON_STROKE} aria-hidden="true" />
              <span className="clip1">{row.text}</span>
              {rows.isRecent && (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus, and its Delete key removes the row
                // biome-ignore lint/a11y/noStaticElementInteractions: likewise
                <span
                  className={styles.remove}
                  title={t('ad-filters.suggest.remove', { text: row.text })}
                  onClick={(event) => {
                    event.stopPropagation();
                    remove(row);
                  }}
                >
                  <IconX size={16} stroke={2} aria-hidden="true" />
                </span>
              )}
              {row.category && (
                <span className={styles.where}>{t('ad-filters.suggest.category', { name: row.category.name })}</span>
              )}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
