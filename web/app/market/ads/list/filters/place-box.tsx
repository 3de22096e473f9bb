import type { CitySource } from '@app/contract/people/security';
import type { Place } from '@app/contract/reference/places';
import { IconCurrentLocation, IconHistory, IconMapPin, IconUser } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { placesApi } from '#contract/reference/places';
import { CITY_MAKERS } from '../../../../people/city-makers.ts';
import { call } from '../../../../platform/call.ts';
import { useText } from '../../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../../ui/icon.ts';
import { toast } from '../../../../ui/toast/toast.ts';
import { findHere, findOwnPlace, type OwnPlace } from './own-place.ts';
import styles from './place-field.module.css';
import type { ChosenPlace } from './place-field.tsx';
import { readRememberedPlace } from './remembered-place.ts';

const PAUSE_MS = 120;

type Row =
  | { kind: 'here' }
  | ({ kind: 'found' | 'profile' | 'address' | 'remembered'; hint: string; maker?: CitySource } & ChosenPlace);

interface PlaceBoxProps {
  /** The text field of a form that works without scripts; this component makes it a combobox. */
  input: RefObject<HTMLInputElement | null>;
  place: ChosenPlace;
  onChoose: (place: ChosenPlace) => void;
  /** Called on leaving a text that names no place. */
  onUnknown: () => void;
}

const chosenOf = ({ kind, id, name, country_id }: Place): ChosenPlace => ({
  country: country_id,
  city: kind === 'city' ? id : null,
  name,
});

function foundRow(place: Place): Row {
  return { kind: 'found', ...chosenOf(place), hint: place.kind === 'city' ? place.country_name : '' };
}

/** What is proposed before anything is typed. */
function useProposals(isOpen: boolean): Row[] {
  const t = useText('ad-filters');
  const [own, setOwn] = useState<OwnPlace | null>(null);
  useEffect(() => {
    if (isOpen) findOwnPlace().then(setOwn, () => {});
  }, [isOpen]);
  const remembered = readRememberedPlace();
  const rows: Row[] = 'geolocation' in navigator ? [{ kind: 'here' }] : [];
  if (own?.place)
    rows.push({
      kind: own.source,
      ...chosenOf(own.place),
      hint: t(`ad-filters.place.${own.source}`),
      maker: own.maker,
    });
  if (remembered && !rows.some((row) => row.kind !== 'here' && row.city === remembered.city))
    rows.push({ kind: 'remembered', ...remembered, hint: t('ad-filters.place.remembered') });
  return rows;
}

interface Answer {
  text: string;
  rows: readonly Row[];
}

function useRows(
  field: RefObject<HTMLInputElement | null>,
  { city }: ChosenPlace,
  isOpen: boolean,
  text: string | null,
) {
  const proposals = useProposals(isOpen);
  const [answer, setAnswer] = useState<Answer>({ text: '', rows: [] });
  useEffect(() => {
    if (text === null || text === '') return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      const near = city ?? readRememberedPlace()?.city ?? null;
      call(placesApi.suggest, { query: { search: text, near }, signal: asking.signal }).then(
        ({ places }) => field.current?.value.trim() === text && setAnswer({ text, rows: places.map(foundRow) }),
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [field, city, text]);
  const isAnswered = answer.text === text;
  return { rows: text ? answer.rows : proposals, isAnswered };
}

function usePlaceBox({ input: field, place, onChoose, onUnknown }: PlaceBoxProps) {
  const t = useText('ad-filters');
  const [isOpen, setOpen] = useState(false);
  /** The text since the last choice; null while the field shows a chosen place. */
  const [text, setText] = useState<string | null>(null);
  const [marked, setMarked] = useState<number | null>(null);
  const { rows, isAnswered } = useRows(field, place, isOpen, text);
  // While a text is typed its first match is the one that Enter takes.
  const active = marked ?? (text ? 0 : -1);

  function choose(next: ChosenPlace): void {
    setText(null);
    setMarked(null);
    setOpen(false);
    onChoose(next);
  }

  function take(row: Row): void {
    if (row.kind !== 'here') {
      const { country, city, name, radius } = row;
      choose({ country, city, name, radius });
      return;
    }
    setOpen(false);
    findHere().then(
      (here) => (here === null ? toast.error(t('ad-filters.place.nowhere')) : choose(chosenOf(here))),
      () => toast.error(t('ad-filters.place.failed')),
    );
  }

  const typed = useEffectEvent(() => {
    setText(field.current?.value.trim() ?? '');
    setMarked(null);
    setOpen(true);
  });
  const open = useEffectEvent(() => setOpen(true));
  const begin = useEffectEvent(() => {
    // Something may have been typed before this component was loaded.
    if ((place.city ?? place.country) === null && place.name !== '') typed();
    else open();
  });
  const leave = useEffectEvent(() => {
    setOpen(false);
    if (!text || !isAnswered) return;
    const [first] = rows;
    if (first === undefined) onUnknown();
    else take(first);
  });
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const { length } = rows;
    const row = isOpen ? rows[active] : undefined;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return setOpen(true);
      // There is one position more than rows: no active row, the text as typed.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setMarked(((active + 1 + step + length + 1) % (length + 1)) - 1);
    } else if (event.key === 'Enter' && row) {
      event.preventDefault();
      take(row);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  });

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const gone = new AbortController();
    const { signal } = gone;
    if (document.activeElement === element) begin();
    element.addEventListener('input', () => typed(), { signal });
    element.addEventListener('click', () => open(), { signal });
    element.addEventListener('focus', () => open(), { signal });
    element.addEventListener('blur', () => leave(), { signal });
    element.addEventListener('keydown', (event) => pressed(event), { signal });
    return () => gone.abort();
  }, [field]);

  return { rows, active, isOpen, take, isNothing: Boolean(text) && isAnswered && rows.length === 0 };
}

const ICONS = {
  here: IconCurrentLocation,
  found: IconMapPin,
  profile: IconUser,
  address: IconMapPin,
  remembered: IconHistory,
} as const;

/** The maker of the table that led from an address to a city, as its licence asks. */
function Credit({ rows }: { rows: readonly Row[] }) {
  const t = useText('ad-filters');
  const maker = rows.flatMap((row) => (row.kind === 'address' && row.maker) || [])[0];
  if (!maker) return null;
  const { name, url } = CITY_MAKERS[maker];
  return (
    <a href={url} className={styles.credit} target="_blank" rel="noopener noreferrer">
      {t('ad-filters.place.credit', { maker: name })}
    </a>
  );
}

/** Suggests places for the typed text (ARIA APG combobox with listbox). The focus stays in the field. */
export function PlaceBox(props: PlaceBoxProps) {
  const { input: field } = props;
  const t = useText('ad-filters');
  const listId = useId();
  const { rows, active, isOpen, take, isNothing } = usePlaceBox(props);
  const isShown = isOpen && (rows.length > 0 || isNothing);

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    element.setAttribute('aria-expanded', String(isShown));
    element.setAttribute('aria-controls', listId);
    if (active < 0 || !isShown || active >= rows.length) element.removeAttribute('aria-activedescendant');
    else element.setAttribute('aria-activedescendant', `${listId}${active}`);
  }, [field, listId, isShown, active, rows.length]);

  const nameOf = (row: Row): string => (row.kind === 'here' ? t('ad-filters.place.here') : row.name);
  return (
    <>
      <span role="status" className="sr">
        {isShown ? t('ad-filters.suggest.found', { count: rows.length }) : ''}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on the list must not take the focus from the field */}
      <div className={styles.box} hidden={!isShown} onMouseDown={(event) => event.preventDefault()}>
        <div id={listId} role="listbox" aria-label={t('ad-filters.place')}>
          {rows.map((row, index) => {
            const Icon = ICONS[row.kind];
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field holds the focus and takes the keys
              // biome-ignore lint/a11y/useFocusableInteractive: likewise
              <div
                key={row.kind === 'here' ? 'here' : `${row.country} ${row.city}`}
                id={`${listId}${index}`}
                role="option"
                aria-selected={index === active}
                className={styles.row}
                onClick={() => take(row)}
              >
                <Icon size={18} stroke={ICON_STROKE} aria-hidden="true" />
                <span className="clip1">{nameOf(row)}</span>
                {row.kind !== 'here' && row.hint !== '' && <span className={styles.hint}>{row.hint}</span>}
              </div>
            );
          })}
        </div>
        <Credit rows={rows} />
        {isNothing && <p className={styles.row}>{t('ads.filter.whereUnknown')}</p>}
      </div>
    </>
  );
}
