import { IconX } from 'virtual:icons';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../../platform/i18n.tsx';
import barStyles from './filter-bar.module.css';
import styles from './place-field.module.css';

const PlaceBox = lazy(() => import('./place-box.tsx').then(({ PlaceBox }) => ({ default: PlaceBox })));

export interface ChosenPlace {
  country: number | null;
  city: number | null;
  /** As the field shows it. */
  name: string;
  /** Of the city. */
  district?: string;
  /** Of a place that comes with one; undefined leaves the chosen radius. */
  radius?: number | null | undefined;
}

const ANYWHERE: ChosenPlace = { country: null, city: null, name: '' };

interface PlaceFieldProps {
  place: ChosenPlace;
  /** Whether a district may be chosen. Default: no. */
  hasDistricts?: boolean;
  onChange: (place: ChosenPlace) => void;
}

/**
 * One field for where to search: a city, a district of one or a country by its name. Its text is part of the form, so that without scripts
 * the server finds the place; with scripts the place itself is.
 */
export function PlaceField({ place, hasDistricts = false, onChange }: PlaceFieldProps) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isTyping, setIsTyping] = useState(false);
  const [isEmpty, setIsEmpty] = useState(place.name === '');
  const [isUnknown, setIsUnknown] = useState(false);

  useEffect(() => {
    // The user may have focused the field before hydration.
    if (document.activeElement === input.current) setIsTyping(true);
  }, []);

  function choose(next: ChosenPlace): void {
    const field = input.current;
    if (field === null) return;
    field.value = next.name;
    setIsEmpty(next.name === '');
    tellUnknown(false);
    onChange(next);
  }

  function tellUnknown(is: boolean): void {
    input.current?.setCustomValidity(is ? t('ads.filter.whereUnknown') : '');
    setIsUnknown(is);
  }

  return (
    <div className={`${barStyles.segment} ${styles.where}`}>
      <label htmlFor={id} className={`${barStyles.label} ${isUnknown ? barStyles.problem : ''}`}>
        {t(isUnknown ? 'ads.filter.whereUnknown' : 'ads.filter.where')}
      </label>
      <input
        ref={input}
        id={id}
        className={`${barStyles.input} ${styles.input}`}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={false}
        aria-invalid={isUnknown || undefined}
        name="where"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={120}
        defaultValue={place.name}
        placeholder={t('ads.filter.anywhere')}
        onFocus={() => setIsTyping(true)}
        onChange={({ currentTarget: { value } }) => {
          setIsEmpty(value === '');
          tellUnknown(false);
          onChange({ ...ANYWHERE, name: value });
        }}
      />
      <input type="hidden" name="country" value={place.country ?? ''} />
      <input type="hidden" name="city" value={place.city ?? ''} />
      {place.district && <input type="hidden" name="district" value={place.district} />}
      {!isEmpty && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('ads.filter.whereClear')}
          onClick={() => {
            choose(ANYWHERE);
            input.current?.focus();
          }}
        >
          <IconX size={18} stroke={2} aria-hidden="true" />
        </button>
      )}
      <Suspense>
        {isTyping && (
          <PlaceBox {...{ input, place, hasDistricts }} onChoose={choose} onUnknown={() => tellUnknown(true)} />
        )}
      </Suspense>
    </div>
  );
}
