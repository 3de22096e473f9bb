import { useEffect, useRef, useState } from 'react';
import { referenceApi } from '#contract/reference/reference';
import { call } from '../platform/call.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import { toast } from '../ui/toast/toast.ts';
import type { Named } from './list-countries.ts';
import { PlaceField } from './place-field.tsx';

interface PlaceFieldsProps {
  countries: readonly Named[] | null;
  country: string;
  city: string;
  onChange: (place: { country_id: string; city_id: string }) => void;
  errors?: { country_id?: string | undefined; city_id?: string | undefined };
}

const SUGGESTIONS = 20;
const TYPING_PAUSE_MS = 200;
const NONE: readonly Named[] = [];

/** Country and city. A text that names no place is passed on as it is, and is wrong input for every call. */
export function PlaceFields({ countries, country, city, onChange, errors = {} }: PlaceFieldsProps) {
  const t = useText('reference');
  const [search, setSearch] = useState('');
  const countryId = /^\d+$/.test(country) ? Number(country) : null;
  const cities = useCities(countryId, city);
  const wanted = search.trim().toLowerCase();
  useEffect(() => {
    if (countries === null) toast.error(t('reference.country.listFailed'));
  }, [countries, t]);
  return (
    <>
      <PlaceField
        label={t('reference.place.country')}
        autoComplete="country-name"
        error={errors.country_id}
        unknownText={t('reference.country.unknown')}
        value={country}
        nameOf={(id) => countries?.find((known) => String(known.id) === id)?.name}
        options={(countries ?? NONE).filter(({ name }) => name.toLowerCase().includes(wanted))}
        onSearch={setSearch}
        find={async () => countries ?? NONE}
        onChange={(country_id) => onChange({ country_id, city_id: '' })}
      />
      <PlaceField
        key={country}
        label={t('reference.place.city')}
        placeholder={t(countryId === null ? 'reference.place.countryFirst' : 'reference.place.cityHint')}
        autoComplete="address-level2"
        isDisabled={countryId === null}
        error={errors.city_id}
        unknownText={t('reference.city.unknown')}
        value={city}
        nameOf={cities.nameOf}
        options={cities.suggested}
        onSearch={cities.setSearch}
        find={cities.find}
        onChange={(city_id) => onChange({ country_id: country, city_id })}
      />
    </>
  );
}

interface Cities {
  /** Null until the cities of the typed text are loaded. */
  suggested: readonly Named[] | null;
  nameOf: (id: string) => string | undefined;
  setSearch: (search: string) => void;
  find: (search: string, signal?: AbortSignal) => Promise<readonly Named[]>;
}

function useCities(country: number | null, city: string): Cities {
  const lang = useLanguage();
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<{ of: string; cities: readonly Named[] } | null>(null);
  const [chosen, setChosen] = useState<Named | null>(null);
  const t = useText('reference');
  const isFailureTold = useRef(false);
  const key = `${lang} ${country} ${search}`;

  async function find(text: string, signal?: AbortSignal): Promise<readonly Named[]> {
    if (country === null) return NONE;
    try {
      // The server also matches native and other names.
      const query = { country, search: text, size: SUGGESTIONS };
      const { cities } = await call(referenceApi.listCities, { query, ...(signal && { signal }) });
      isFailureTold.current = false;
      return cities;
    } catch (error) {
      if (!signal?.aborted && !isFailureTold.current) {
        isFailureTold.current = true;
        toast.error(t('reference.city.loadFailed'));
      }
      throw error;
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all that the search depends on
  useEffect(() => {
    if (country === null) return;
    const aborter = new AbortController();
    const timer = setTimeout(() => {
      find(search, aborter.signal).then(
        (cities) => setFound({ of: key, cities }),
        () => undefined,
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [key]);

  const known = found?.cities.find(({ id }) => String(id) === city);
  const isNamed = known !== undefined || String(chosen?.id) === city;
  useEffect(() => {
    if (known !== undefined) setChosen(known);
  }, [known]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a city whose name is not known
  useEffect(() => {
    if (isNamed || !/^\d+$/.test(city)) return;
    call(referenceApi.getCity, { params: { id: Number(city) } }).then(setChosen, () =>
      toast.error(t('reference.city.nameFailed')),
    );
  }, [city, isNamed]);

  return {
    suggested: found?.of === key ? found.cities : null,
    nameOf: (id) => [known, chosen].find((place) => String(place?.id) === id)?.name,
    setSearch,
    find,
  };
}
