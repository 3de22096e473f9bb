import type { Lang } from '@app/contract/platform/languages';
import { PLACES_SUGGESTED_MAX, type Place } from '@app/contract/reference/places';
import type pg from 'pg';
import { createCachedQuery } from '../cached-query.ts';
import { localizedName } from '../names.ts';
import { cityIndex } from './city-index.ts';
import { districtIndex } from './district-index.ts';
import type { Position } from './great-circle.ts';
import { createPlaceIndex, type PlaceEntry, type PlaceIndex } from './place-index.ts';
import { placeNames } from './place-names.ts';

const KEPT_MS = 60_000;
/** Farther from every city nobody lives, or the point is wrong. */
const NEAREST_MAX_KM = 300;
/** A neighbour at this distance counts as half as populous. */
const HALVED_KM = 50;

const PLACES = `
  select 'city' as kind, c.id, c.country_id, c.name_native, c.name_en, c.names, c.population, c.latitude, c.longitude
  from cities c
  union all
  select 'country', k.id, k.id, k.name_native, k.name_en, k.names,
         coalesce((select sum(population) from cities where country_id = k.id), 0), null, null
  from countries k`;

type PlaceRow = Omit<PlaceEntry, 'countryId' | 'country'> & { country_id: number };

const placeIndex = createCachedQuery<PlaceIndex>(
  async (pool) => {
    const [{ rows }, names] = await Promise.all([
      pool.query<PlaceRow>({ name: 'place-index', text: PLACES }),
      placeNames.get(pool),
    ]);
    const countries = new Map(rows.filter(({ kind }) => kind === 'country').map((row) => [row.id, row]));
    const entries = rows.map(({ country_id, ...row }): PlaceEntry => {
      const population = Number(row.population);
      return { ...row, population, countryId: country_id, country: countries.get(country_id) ?? row };
    });
    return createPlaceIndex(entries, names);
  },
  Date.now,
  KEPT_MS,
);

function presentPlace({ kind, id, countryId, country, latitude, longitude, ...names }: PlaceEntry, lang: Lang): Place {
  return {
    kind,
    id,
    name: localizedName(names, lang),
    country_id: countryId,
    country_name: localizedName(country, lang),
    ...(latitude !== null && longitude !== null && { lat: latitude, lon: longitude }),
  };
}

/** So many, and the cities of the text have their places among the suggestions. */
const DISTRICTS_SUGGESTED_MAX = 3;

interface PlaceSearch {
  search?: string | undefined;
  near?: number | null | undefined;
  districts?: 0 | 1 | undefined;
}

export async function suggestPlaces(
  pool: pg.Pool,
  lang: Lang,
  { search = '', near, districts }: PlaceSearch,
): Promise<{ places: Place[] }> {
  const [places, distances] = await Promise.all([placeIndex.get(pool), cityIndex.get(pool)]);
  const weightOf = ({ kind, id, population }: PlaceEntry): number => {
    const km = kind === 'city' ? distances.km(near ?? null, id) : undefined;
    return km === undefined ? population * FAR_SHARE : population / (1 + km / HALVED_KM);
  };
  const found = places.search(search, PLACES_SUGGESTED_MAX, near ? weightOf : undefined);
  const cities = found.map((entry) => presentPlace(entry, lang));
  if (districts !== 1) return { places: cities };
  const named = (await districtIndex.get(pool)).search(
    search,
    DISTRICTS_SUGGESTED_MAX,
    (id) => places.namesOf('city', id),
    near,
  );
  const ofDistricts = named.flatMap(({ cityId, name }): Place | [] => {
    const city = places.get('city', cityId);
    return city === undefined ? [] : presentDistrict(name, presentPlace(city, lang));
  });
  // A city of a corrected name is a guess, and a district of that name is not.
  return {
    places: places.knows(search)
      ? [...cities.slice(0, PLACES_SUGGESTED_MAX - ofDistricts.length), ...ofDistricts]
      : [...ofDistricts, ...cities].slice(0, PLACES_SUGGESTED_MAX),
  };
}

const presentDistrict = (name: string, city: Place): Place => ({
  ...city,
  kind: 'district',
  name,
  city_name: city.name,
});

/** What is at an unknown distance counts as far. */
const FAR_SHARE = 0.01;

export async function findOfCity(pool: pg.Pool, lang: Lang, cityId: number): Promise<Place | null> {
  const entry = (await placeIndex.get(pool)).get('city', cityId);
  return entry === undefined ? null : presentPlace(entry, lang);
}

export async function findNearest(pool: pg.Pool, lang: Lang, position: Position): Promise<Place | null> {
  const cityId = (await cityIndex.get(pool)).nearest(position, NEAREST_MAX_KM);
  return cityId === undefined ? null : findOfCity(pool, lang, cityId);
}
