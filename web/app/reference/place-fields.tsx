import { Select } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { referenceApi } from '#contract/reference/reference';
import { call } from '../platform/call.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import { toast } from '../ui/toast/toast.ts';
import type { Named } from './list-countries.ts';

interface PlaceFieldsProps {
  countries: readonly Named[] | null;
  country: string;
  city: string;
  onChange: (place: { country_id: string; city_id: string }) => void;
  errors?: { country_id?: string | undefined; city_id?: string | undefined };
}

const SUGGESTIONS = 20;
const TYPING_PAUSE_MS = 200;

export function PlaceFields({ countries, country, city, onChange, errors = {} }: PlaceFieldsProps) {
  const t = useText('reference');
  const { cities, setSearch } = useCities(country, city);
  const shared = {
    searchable: true,
    clearable: true,
    nothingFoundMessage: t('reference.place.nothing'),
    clearButtonProps: { 'aria-label': t('reference.place.clear') },
  };
  const optionsOf = (list: readonly Named[]) => list.map(({ id, name }) => ({ value: String(id), label: name }));
  useEffect(() => {
    if (countries === null) toast.error(t('reference.country.loadFailed'));
  }, [countries, t]);
  return (
    <>
      <Select
        {...shared}
        label={t('reference.place.country')}
        data={optionsOf(countries ?? [])}
        value={country || null}
        onChange={(value) => onChange({ country_id: value ?? '', city_id: '' })}
        error={errors.country_id}
        autoComplete="country-name"
      />
      <Select
        {...shared}
        label={t('reference.place.city')}
        placeholder={t(country ? 'reference.place.cityHint' : 'reference.place.countryFirst')}
        data={optionsOf(cities)}
        value={city || null}
        onChange={(value) => onChange({ country_id: country, city_id: value ?? '' })}
        onSearchChange={setSearch}
        // The server also matches native and other names, so its results are not filtered by label.
        filter={({ options }) => options}
        disabled={!country}
        error={errors.city_id}
        autoComplete="address-level2"
      />
    </>
  );
}

function useCities(country: string, city: string): { cities: readonly Named[]; setSearch: (search: string) => void } {
  const lang = useLanguage();
  const [search, setSearch] = useState('');
  const [cities, setCities] = useState<readonly Named[]>([]);
  const t = useText('reference');
  const isFailureTold = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: names depend on the language; the choice and the list are only read
  useEffect(() => {
    if (!country) return setCities([]);
    const aborter = new AbortController();
    const timer = setTimeout(async () => {
      try {
        // The name of a chosen city in the field is not a search query.
        const isChosen = cities.some(({ id, name }) => String(id) === city && name === search);
        const query = { country: Number(country), search: isChosen ? '' : search, size: SUGGESTIONS };
        const answer = await call(referenceApi.listCities, { query, signal: aborter.signal });
        const chosen = cities.find(({ id }) => String(id) === city);
        const missing = chosen !== undefined && !answer.cities.some(({ id }) => id === chosen.id);
        setCities(missing ? [chosen, ...answer.cities] : answer.cities);
        isFailureTold.current = false;
      } catch {
        if (aborter.signal.aborted || isFailureTold.current) return;
        isFailureTold.current = true;
        toast.error(t('reference.city.loadFailed'));
      }
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [country, search, lang]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a restored or changed city only
  useEffect(() => {
    if (!city || !country) return;
    const id = Number(city);
    if (cities.some((known) => known.id === id)) return;
    void call(referenceApi.getCity, { params: { id } }).then(
      (found) => setCities((known) => (known.some((other) => other.id === id) ? known : [found, ...known])),
      () => undefined,
    );
  }, [city, country]);

  return { cities, setSearch };
}
