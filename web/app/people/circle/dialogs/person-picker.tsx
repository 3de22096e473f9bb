import type { User } from '@app/contract/people/users';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { USER_SEARCH_SIZE, usersApi } from '#contract/people/users';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { aboutPerson } from '../person-list-item.tsx';
import styles from './person-picker.module.css';

interface PersonPickerProps {
  onPick: (user: User) => void;
  exclude?: readonly number[];
  label?: string;
  /** Takes the focus when the dialog with it opens. */
  isFirst?: boolean;
}

interface PersonMatches {
  terms: string;
  people: readonly User[];
  total: number;
  page: number;
}

const PAUSE_MS = 250;
const SEARCH_MAX = 200;
const MORE = 'more';

/** Combobox that finds people by name (ARIA APG combobox with listbox), five per page. The focus stays in the field. */
export function PersonPicker({ onPick, exclude = [], label, isFirst = false }: PersonPickerProps) {
  const t = useText('circle');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [terms, setTerms] = useState('');
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const { found, isLoading, more, clear } = usePeopleSearch(terms);
  const people = (found?.people ?? []).filter((user) => !exclude.includes(user.id));
  const hasMore = found !== null && found.people.length < found.total;
  const rows: readonly (User | typeof MORE)[] = hasMore ? [...people, MORE] : people;
  const isShown = isOpen && found !== null;
  // Texts that load later bring the field into a dialog that is open already.
  useEffect(() => (isFirst ? field.current?.focus() : undefined), [isFirst]);
  const rowId = (index: number): string => `${id}-${index}`;

  function choose(row: User | typeof MORE): void {
    if (row === MORE) {
      more();
      return;
    }
    setTerms('');
    clear();
    setOpen(false);
    setActive(-1);
    onPick(row);
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || !isShown) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // There is one position more than rows: no active row.
      setActive(((active + 1 + step + rows.length + 1) % (rows.length + 1)) - 1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const row = rows[active] ?? (people.length === 1 ? people[0] : undefined);
      if (row) choose(row);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    }
  }

  return (
    <div className={styles.picker}>
      <label htmlFor={`${id}-field`} className="sr">
        {label ?? t('circle.find.label')}
      </label>
      <div className={styles.box}>
        <IconSearch size={20} stroke={ICON_STROKE} aria-hidden="true" />
        <input
          ref={field}
          id={`${id}-field`}
          type="search"
          data-first={isFirst || undefined}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown && rows.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown && active >= 0 ? rowId(active) : undefined}
          aria-busy={isLoading}
          autoComplete="off"
          maxLength={SEARCH_MAX}
          placeholder={t('circle.find.hint')}
          value={terms}
          onChange={({ currentTarget }) => {
            setTerms(currentTarget.value);
            setActive(-1);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={handleKey}
        />
      </div>
      <p role="status" className={isShown && people.length === 0 ? styles.none : 'sr'}>
        {isShown && (people.length === 0 ? t('circle.find.none') : t('circle.found', { count: found.total }))}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label={t('circle.find.list')} hidden={!isShown || rows.length === 0}>
        {isShown &&
          rows.map((row, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: likewise
            <div
              key={row === MORE ? MORE : row.id}
              id={rowId(index)}
              role="option"
              aria-selected={index === active}
              className={styles.row}
              // A click on the list must not take the focus from the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(row)}
            >
              {row === MORE ? <span className={styles.more}>{t('circle.more')}</span> : <Match user={row} />}
            </div>
          ))}
      </div>
    </div>
  );
}

function Match({ user }: { user: User }) {
  return (
    <>
      <UserPic {...user} size={40} />
      <span className={styles.words}>
        <b className="clip1">{`${user.firstname} ${user.lastname}`.trim()}</b>
        <small className="clip1">{aboutPerson(user)}</small>
      </span>
    </>
  );
}

function usePeopleSearch(terms: string) {
  const t = useText('circle');
  const [found, setFound] = useState<PersonMatches | null>(null);
  const [isLoading, setLoading] = useState(false);
  const search = terms.trim();

  async function load(page: number, signal?: AbortSignal): Promise<void> {
    setLoading(true);
    try {
      const query = { search, page, size: USER_SEARCH_SIZE };
      const { list, total } = await call(usersApi.list, { query, ...(signal && { signal }) });
      setFound((before) => ({
        terms: search,
        people: page === 1 || before?.terms !== search ? list : [...before.people, ...list],
        total,
        page,
      }));
    } catch (error) {
      if (signal?.aborted) return;
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t('circle.failed.search'));
    }
    setLoading(false);
  }

  const runSearch = useEffectEvent((signal: AbortSignal) => void load(1, signal));
  useEffect(() => {
    if (search === '') {
      setFound(null);
      return;
    }
    const asking = new AbortController();
    const timer = setTimeout(() => runSearch(asking.signal), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [search]);

  return {
    found: search === '' ? null : found,
    isLoading,
    more: () => void (found?.terms === search && !isLoading && load(found.page + 1)),
    clear: () => setFound(null),
  };
}
