import { IconMapPin } from 'virtual:icons';
import type { Place } from '@app/contract/reference/places';
import { type ComponentType, type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { placesApi } from '#contract/reference/places';
import { call } from '../platform/call.ts';
import { useText } from '../platform/i18n.tsx';
import { ICON_STROKE } from '../ui/icon.ts';
import styles from './place-combobox.module.css';

const PAUSE_MS = 120;

/** A line of the list. */
export interface PlaceRow {
  key: string;
  name: string;
  hint: string;
  Icon: ComponentType<{ size: number; stroke: number }>;
  onTake: () => void;
}

export interface PlaceComboboxProps {
  /** The text field of a form; this component makes it a combobox. */
  input: RefObject<HTMLInputElement | null>;
  label: string;
  nothingText: string;
  /** A city whose neighbours are suggested earlier. */
  near?: number | null;
  /** Whether districts are suggested too. Default: no. */
  hasDistricts?: boolean;
  /** What is offered before anything is typed. */
  proposals?: readonly PlaceRow[];
  /** Whether the field has a text already that is not a chosen place. */
  isTyped: boolean;
  /**
   * What becomes of a typed text on leaving the field otherwise than by Tab from an open list, which takes the marked
   * suggestion: the first one is taken; or the suggestions are waited for, and the place of exactly that name, or the only
   * one that begins so, is taken.
   */
  leaving: 'first' | 'exact';
  onOpen?: () => void;
  onChoose: (place: Place) => void;
  /** Called on leaving a text that names no place. */
  onUnknown: () => void;
  onFailed?: () => void;
  /** Stands below the proposals. */
  foot?: ReactNode;
  /** Where the list stands. */
  className: string | undefined;
}

const NONE: readonly PlaceRow[] = [];
const comparable = (name: string): string => name.trim().toLowerCase().replaceAll('ё', 'е');

const keyOf = ({ kind, id, name }: Place): string => `${kind}${id}${name}`;

const HINTS = {
  city: ({ country_name }: Place) => country_name,
  country: () => '',
  district: ({ city_name = '' }: Place) => city_name,
} as const;

interface Answer {
  text: string;
  places: readonly Place[];
}

/** The places that fit the text; null until they are known. */
function usePlaces(
  field: RefObject<HTMLInputElement | null>,
  { near = null, hasDistricts = false }: Pick<PlaceComboboxProps, 'near' | 'hasDistricts'>,
  text: string | null,
  fail: () => void,
) {
  const [answer, setAnswer] = useState<Answer>({ text: '', places: [] });
  const failed = useEffectEvent(fail);
  useEffect(() => {
    if (text === null || text === '') return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      call(placesApi.suggest, {
        query: { search: text, near, ...(hasDistricts && { districts: 1 }) },
        signal: asking.signal,
      }).then(
        ({ places }) => field.current?.value.trim() === text && setAnswer({ text, places }),
        () => asking.signal.aborted || failed(),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [field, near, hasDistricts, text]);
  return answer.text === text ? answer.places : null;
}

function usePlaceCombobox(props: PlaceComboboxProps) {
  const { input: field, proposals = NONE, isTyped, leaving, onChoose, onUnknown, onFailed, onOpen } = props;
  const [isOpen, setOpen] = useState(false);
  /** The text since the last choice; null while the field shows a chosen place. */
  const [text, setText] = useState<string | null>(null);
  const [marked, setMarked] = useState<number | null>(null);
  const [isAwaited, setAwaited] = useState(false);
  const places = usePlaces(field, props, text, () => {
    setAwaited(false);
    onFailed?.();
  });
  const found = (places ?? []).map((place): PlaceRow => {
    return {
      key: keyOf(place),
      name: place.name,
      hint: HINTS[place.kind](place),
      Icon: IconMapPin,
      onTake: () => onChoose(place),
    };
  });
  const rows = text ? found : proposals;
  // While a text is typed its first match is the one that Enter takes.
  const active = marked ?? (text ? 0 : -1);

  function take(row: PlaceRow): void {
    setText(null);
    setMarked(null);
    setAwaited(false);
    setOpen(false);
    row.onTake();
  }

  const open = useEffectEvent(() => setOpen(true));
  const opened = useEffectEvent(() => onOpen?.());
  const typed = useEffectEvent(() => {
    setText(field.current?.value.trim() ?? '');
    setMarked(null);
    setAwaited(false);
    setOpen(true);
  });
  // Something may have been typed before this component was loaded, or stands there from a form that was left.
  const begin = useEffectEvent(() => (isTyped ? typed() : open()));
  const settle = useEffectEvent(() => {
    setAwaited(false);
    const wanted = comparable(text ?? '');
    const exact = rows.find(({ name }) => comparable(name) === wanted);
    // A misspelt text is a guess and no match.
    const only = rows.length === 1 ? rows.find(({ name }) => comparable(name).startsWith(wanted)) : undefined;
    const row = leaving === 'first' ? rows[0] : (exact ?? only);
    if (row !== undefined) take(row);
    else if (document.activeElement !== field.current) onUnknown();
  });
  const leave = useEffectEvent(() => {
    setOpen(false);
    if (!text) return;
    if (places !== null) settle();
    else setAwaited(leaving === 'exact');
  });
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const { length } = rows;
    const row = isOpen ? rows[active] : undefined;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open();
      // There is one position more than rows: no active row, the text as typed.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setMarked(((active + 1 + step + length + 1) % (length + 1)) - 1);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && row) {
      // Tab goes on to the next field as well.
      if (event.key === 'Enter') event.preventDefault();
      take(row);
    } else if (event.key === 'Enter' && leaving === 'exact' && text && places === null) {
      event.preventDefault();
      setAwaited(true);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  });

  useEffect(() => {
    if (isOpen) opened();
  }, [isOpen]);

  useEffect(() => {
    if (isAwaited && places !== null) settle();
  }, [isAwaited, places]);

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const gone = new AbortController();
    const { signal } = gone;
    if (document.activeElement === element) begin();
    element.addEventListener('input', () => typed(), { signal });
    element.addEventListener('click', () => begin(), { signal });
    element.addEventListener('focus', () => begin(), { signal });
    element.addEventListener('blur', () => leave(), { signal });
    element.addEventListener('keydown', (event) => pressed(event), { signal });
    return () => gone.abort();
  }, [field]);

  return {
    rows,
    active,
    isOpen,
    take,
    isProposing: !text,
    isNothing: Boolean(text) && places !== null && rows.length === 0,
  };
}

/** Suggests places for the typed text (ARIA APG combobox with listbox). The focus stays in the field. */
export function PlaceCombobox(props: PlaceComboboxProps) {
  const { input: field, label, nothingText, foot, className } = props;
  const t = useText('reference');
  const listId = useId();
  const { rows, active, isOpen, take, isProposing, isNothing } = usePlaceCombobox(props);
  const isShown = isOpen && (rows.length > 0 || isNothing);

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    element.setAttribute('aria-expanded', String(isShown));
    element.setAttribute('aria-controls', listId);
    if (active < 0 || !isShown || active >= rows.length) element.removeAttribute('aria-activedescendant');
    else element.setAttribute('aria-activedescendant', `${listId}${active}`);
  }, [field, listId, isShown, active, rows.length]);

  return (
    <>
      <span role="status" className="sr">
        {isShown ? t('reference.place.found', { count: rows.length }) : ''}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on the list must not take the focus from the field */}
      <div className={`${styles.box} ${className}`} hidden={!isShown} onMouseDown={(event) => event.preventDefault()}>
        <div id={listId} role="listbox" aria-label={label}>
          {rows.map((row, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: likewise
            <div
              key={row.key}
              id={`${listId}${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.row}
              onClick={() => take(row)}
            >
              <row.Icon size={18} stroke={ICON_STROKE} aria-hidden="true" />
              <span className="clip1">{row.name}</span>
              {row.hint !== '' && <span className={styles.hint}>{row.hint}</span>}
            </div>
          ))}
        </div>
        {isProposing && foot}
        {isNothing && <p className={styles.row}>{nothingText}</p>}
      </div>
    </>
  );
}
