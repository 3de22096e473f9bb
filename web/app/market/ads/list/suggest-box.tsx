import { IconHistory, IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { adSearchApi } from '#contract/market/ad-search';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { type AdFilters, listHref } from './ad-filters.ts';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';
import styles from './suggest-box.module.css';

const PAUSE_MS = 120;

interface Row {
  text: string;
  category: { id: number; name: string } | null;
}
interface Rows {
  list: readonly Row[];
  isRecent: boolean;
}

const NOTHING: Rows = { list: [], isRecent: false };

/** While nothing is typed: what this device searched before. */
function recentRows(): Rows {
  return { list: recentSearches().map((text) => ({ text, category: null })), isRecent: true };
}

interface SuggestBoxProps {
  /** The search field. It belongs to a form that works alone; this box makes it a combobox. */
  input: RefObject<HTMLInputElement | null>;
  filters: AdFilters;
}

/**
 * Searches that begin like what is typed: a combobox with a list (ARIA APG). Arrows move, Enter takes, Esc closes;
 * the focus stays in the field.
 */
export function SuggestBox({ input: field, filters }: SuggestBoxProps) {
  const t = useText('ad-filters');
  const navigate = useNavigate();
  const listId = useId();
  const [rows, setRows] = useState(NOTHING);
  const [active, setActive] = useState(-1);
  const isOpen = rows.list.length > 0;
  const rowId = (index: number): string => `${listId}${index}`;

  function show(next: Rows): void {
    setRows(next);
    setActive(-1);
  }

  function take({ text, category }: Row): void {
    rememberSearch(text);
    show(NOTHING);
    if (field.current) field.current.value = text;
    const place = category && category.id !== filters.category ? { category: category.id, attributes: '' } : {};
    void navigate(listHref({ ...filters, ...place, search: text, page: 1 }));
  }

  const answer = useEffectEvent((text: string, list: readonly Row[]) => {
    // The field may say something else by now, or be left.
    const element = field.current;
    if (element && element.value.trim() === text && document.activeElement === element) show({ list, isRecent: false });
  });
  const changed = useEffectEvent((text: string) => {
    if (text === '') show(recentRows());
  });
  const close = useEffectEvent(() => show(NOTHING));
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { length } = rows.list;
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (length === 0) return changed(field.current?.value.trim() ?? '');
      // One place more than rows: none of them, the words as they are typed.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(((active + 1 + step + length + 1) % (length + 1)) - 1);
    } else if (event.key === 'Enter') {
      const row = rows.list[active];
      if (row === undefined) return show(NOTHING);
      event.preventDefault();
      take(row);
    } else if (event.key === 'Escape' && length > 0) {
      event.preventDefault();
      show(NOTHING);
    } else if (event.key === 'Tab') show(NOTHING);
  });
  const submitted = useEffectEvent(() => {
    rememberSearch(field.current?.value ?? '');
    show(NOTHING);
  });

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout>;
    let asking = new AbortController();
    const ask = (): void => {
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
          ({ suggestions }) => answer(text, suggestions),
          () => {},
        );
      }, PAUSE_MS);
    };
    const open = (): void => {
      if (document.activeElement === element) ask();
    };
    const leave = (): void => {
      clearTimeout(timer);
      asking.abort();
      close();
    };
    element.autocomplete = 'off';
    open();
    element.addEventListener('input', ask);
    element.addEventListener('click', open);
    element.addEventListener('focus', open);
    element.addEventListener('blur', leave);
    element.addEventListener('keydown', pressed);
    element.form?.addEventListener('submit', submitted);
    return () => {
      clearTimeout(timer);
      asking.abort();
      element.removeEventListener('input', ask);
      element.removeEventListener('click', open);
      element.removeEventListener('focus', open);
      element.removeEventListener('blur', leave);
      element.removeEventListener('keydown', pressed);
      element.form?.removeEventListener('submit', submitted);
    };
  }, [field]);

  // The field is rendered as a combobox that is closed, and works before this box is there.
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
                forgetSearches();
                show(NOTHING);
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
              onClick={() => take(row)}
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
