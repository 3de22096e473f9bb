import { IconHistory, IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { adSearchApi } from '#contract/market/ad-search';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { type AdFilters, listHref } from './ad-filters.ts';
import { clearRecentSearches, loadRecentSearches, rememberSearch } from './recent-searches.ts';
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

interface SuggestBoxProps {
  /** The search field of a form that works without scripts; this component makes the field a combobox. */
  input: RefObject<HTMLInputElement | null>;
  filters: AdFilters;
}

/** Suggests searches that begin with the typed text (ARIA APG combobox with listbox). The focus stays in the field. */
export function SuggestBox({ input: field, filters }: SuggestBoxProps) {
  const t = useText('ad-filters');
  const navigate = useNavigate();
  const listId = useId();
  const [rows, setRows] = useState(NO_ROWS);
  const [active, setActive] = useState(-1);
  const isOpen = rows.list.length > 0;
  const rowId = (index: number): string => `${listId}${index}`;

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

  const showSuggestions = useEffectEvent((text: string, list: readonly SuggestionRow[]) => {
    const element = field.current;
    if (element && element.value.trim() === text && document.activeElement === element) show({ list, isRecent: false });
  });
  const changed = useEffectEvent((text: string) => {
    if (text === '') show(recentRows());
  });
  const close = useEffectEvent(() => show(NO_ROWS));
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { length } = rows.list;
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (length === 0) return changed(field.current?.value.trim() ?? '');
      // There is one position more than rows: no active row, the text as typed.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(((active + 1 + step + length + 1) % (length + 1)) - 1);
    } else if (event.key === 'Enter') {
      const row = rows.list[active];
      if (row === undefined) return show(NO_ROWS);
      event.preventDefault();
      choose(row);
    } else if (event.key === 'Escape' && length > 0) {
      event.preventDefault();
      show(NO_ROWS);
    } else if (event.key === 'Tab') show(NO_ROWS);
  });
  const submitted = useEffectEvent(() => {
    rememberSearch(field.current?.value ?? '');
    show(NO_ROWS);
  });

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout>;
    let asking = new AbortController();
    const requestSuggestions = (): void => {
      const text = element.value.trim();
      asking.abort();
      clearTimeout(timer);
      changed(text);
      if (text === '') return;
      timer = setTimeout(() => {
        asking = new AbortController();
        const category = new FormData(element.form ?? undefined).get('category');
        call(adSearchApi.suggest, {
          query: { search: text, category_id: Number(category) || null },
          signal: asking.signal,
        }).then(
          ({ suggestions }) => showSuggestions(text, suggestions),
          () => {},
        );
      }, PAUSE_MS);
    };
    const open = (): void => {
      if (document.activeElement === element) requestSuggestions();
    };
    const leave = (): void => {
      clearTimeout(timer);
      asking.abort();
      close();
    };
    element.autocomplete = 'off';
    open();
    element.addEventListener('input', requestSuggestions);
    element.addEventListener('click', open);
    element.addEventListener('focus', open);
    element.addEventListener('blur', leave);
    element.addEventListener('keydown', pressed);
    element.form?.addEventListener('submit', submitted);
    return () => {
      clearTimeout(timer);
      asking.abort();
      element.removeEventListener('input', requestSuggestions);
      element.removeEventListener('click', open);
      element.removeEventListener('focus', open);
      element.removeEventListener('blur', leave);
      element.removeEventListener('keydown', pressed);
      element.form?.removeEventListener('submit', submitted);
    };
  }, [field]);

  // The field is rendered as a closed combobox and works before this component is loaded.
  useEffect(() => {
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
              id={rowId(index)}
              role="option"
              aria-selected={index === active}
              className={styles.row}
              onClick={() => choose(row)}
            >
              <Icon size={18} stroke={ICON_STROKE} aria-hidden="true" />
              <span className="clip1">{row.text}</span>
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
