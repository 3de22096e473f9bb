import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Input.css';
import type { Place } from '@app/contract/reference/places';
import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { referenceApi } from '#contract/reference/reference';
import { call } from '../platform/call.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { toast } from '../ui/toast/toast.ts';
import styles from './city-field.module.css';
import { PlaceCombobox } from './place-combobox.tsx';

interface PlaceIds {
  country_id: string;
  city_id: string;
}

interface CityFieldProps {
  /** Ids, empty for none. A text that names no place stands in place of the city's id. */
  country: string;
  city: string;
  onChange: (place: PlaceIds) => void;
  errors?: { country_id?: string | undefined; city_id?: string | undefined };
  /** The name of the place that the field begins with, where it is known already. */
  name?: string | undefined;
}

const TEXT_MAX = 120;

const isPlaceId = (value: string): boolean => /^\d+$/.test(value);
const keyOf = ({ country_id, city_id }: PlaceIds): string => `${country_id} ${city_id}`;

const idsOf = ({ kind, id, country_id }: Place): PlaceIds => ({
  country_id: String(country_id),
  city_id: kind === 'city' ? String(id) : '',
});

/** The city with its country is told apart from others of its name. */
export const placeNameOf = ({ kind, name, country_name }: Place): string =>
  kind === 'city' ? `${name}, ${country_name}` : name;

/** Ids that a form was filled with have no names yet. */
async function loadName({ country_id, city_id }: PlaceIds, signal: AbortSignal): Promise<string> {
  const nameOfCountry = async (id: number): Promise<string> =>
    (await call(referenceApi.getCountry, { params: { id }, signal })).name;
  if (!isPlaceId(city_id)) return nameOfCountry(Number(country_id));
  const { name, country } = await call(referenceApi.getCity, { params: { id: Number(city_id) }, signal });
  return `${name}, ${await nameOfCountry(country)}`;
}

/** What the field shows of a place: the name of one that was just chosen, else the loaded one. */
function usePlaceName(ids: PlaceIds, first: string | undefined) {
  const t = useText('reference');
  const lang = useLanguage();
  const key = keyOf(ids);
  const [chosen, setChosen] = useState(first === undefined ? { key: '', name: '' } : { key, name: first });
  const isKnown = chosen.key === key;
  const isPlace = isPlaceId(ids.city_id) || (ids.city_id === '' && isPlaceId(ids.country_id));
  const loaded = useLoaded(isPlace && !isKnown ? `${lang} ${key}` : null, (signal) => loadName(ids, signal));
  useEffect(() => {
    if (loaded.hasFailed) toast.error(t('reference.city.nameFailed'));
  }, [loaded.hasFailed, t]);
  const name = isKnown ? chosen.name : (loaded.value ?? '');
  return { isPlace, name: isPlace ? name : ids.city_id, choose: setChosen };
}

/**
 * One field for city and country: a city by its name brings its country along, and a country alone is a place too. A
 * text that names no place is passed on as it is, and is wrong input for every call.
 */
export function CityField({ country, city, onChange, errors = {}, name: first }: CityFieldProps) {
  const t = useText('reference');
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(true);
  const { isPlace, name, choose } = usePlaceName({ country_id: country, city_id: city }, first);
  const shown = typed ?? name;
  const isUnknown = isLeft && !isPlace && city !== '';

  function type(text: string): void {
    setTyped(text);
    setLeft(false);
    const wanted = text.trim();
    // A number is no id of a city here: it was typed.
    onChange({ country_id: '', city_id: isPlaceId(wanted) ? `${wanted}?` : wanted });
  }

  function take(place: Place): void {
    const ids = idsOf(place);
    setTyped(null);
    setLeft(true);
    choose({ key: keyOf(ids), name: placeNameOf(place) });
    onChange(ids);
  }

  function clear(): void {
    setTyped(null);
    onChange({ country_id: '', city_id: '' });
    input.current?.focus();
  }

  return (
    <TextInput
      ref={input}
      label={t('reference.place.city')}
      placeholder={t('reference.place.cityHint')}
      type="text"
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={false}
      autoComplete="off"
      maxLength={TEXT_MAX}
      error={errors.city_id ?? errors.country_id ?? (isUnknown && t('reference.city.unknown'))}
      value={shown}
      rightSection={shown !== '' && <CloseButton size="sm" aria-label={t('reference.place.clear')} onClick={clear} />}
      onChange={({ currentTarget: { value } }) => type(value)}
      inputContainer={(children) => (
        <div className={styles.field}>
          {children}
          <PlaceCombobox
            input={input}
            className={styles.box}
            label={t('reference.place.city')}
            nothingText={t('reference.city.unknown')}
            near={isPlaceId(city) ? Number(city) : null}
            isTyped={!isPlace && city !== ''}
            leaving="exact"
            onChoose={take}
            onUnknown={() => setLeft(true)}
            onFailed={() => {
              setLeft(true);
              toast.error(t('reference.city.loadFailed'));
            }}
          />
        </div>
      )}
    />
  );
}
