import type { User } from '@app/contract/people/users';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { SearchInput } from '../../../ui/list/search-input.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { aboutPerson } from '../person-list-item.tsx';
import { usePeopleSearch } from '../use-people-search.ts';
import styles from './person-picker.module.css';

interface PersonPickerProps {
  onPick: (user: User) => void;
  exclude?: readonly number[];
  label?: string;
  /** Takes the focus when the dialog with it opens. */
  isFirst?: boolean;
  /** Offers only the viewer's friends, also before anything is typed. */
  isFriendsOnly?: boolean;
}

const MORE = 'more';

/** Combobox that finds people by name (ARIA APG combobox with listbox), five per page. The focus stays in the field. */
export function PersonPicker({
  onPick,
  exclude = [],
  label,
  isFirst = false,
  isFriendsOnly = false,
}: PersonPickerProps) {
  const t = useText('circle');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [terms, setTerms] = useState('');
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const { found, isLoading, more, clear } = usePeopleSearch(
    terms,
    (message) => toast.error(message || t('circle.failed.search')),
    isFriendsOnly,
  );
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
    if (!isFriendsOnly) clear();
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
      <SearchInput
        label={label ?? t('circle.find.label')}
        hint={t('circle.find.hint')}
        ref={field}
        data-first={isFirst || undefined}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown && rows.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && active >= 0 ? rowId(active) : undefined}
        aria-busy={isLoading}
        value={terms}
        onChange={(next) => {
          setTerms(next);
          setActive(-1);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={handleKey}
      />
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
  const t = useText('circle');
  const mutual = user.mutual ? t('circle.mutual', { count: user.mutual }) : '';
  return (
    <>
      <UserPic {...user} size={40} />
      <span className={styles.words}>
        <b className="clip1">{`${user.firstname} ${user.lastname}`.trim()}</b>
        <small className="clip1">{[aboutPerson(user), mutual].filter(Boolean).join(' · ')}</small>
      </span>
    </>
  );
}
