import { MAP_MATCHES_MAX } from '@app/contract/market/ad-map';
import type pg from 'pg';
import { querySearch } from '../../../platform/search/query-search.ts';
import type { MapCity } from '../../../reference/reference.public.ts';
import {
  circleConditionOf,
  conditionOf,
  createParameters,
  isNarrowed,
  type ParsedAdFilters,
} from '../search/ad-filters.ts';
import {
  type Bounds,
  boundsOfCity,
  holds,
  middleOfSlot,
  overlap,
  pointOfAd,
  radiusOf,
  SLOT_OF_AD,
  slotsWithin,
} from './ad-point.ts';
import { project, type Spot } from './group-ads.ts';

/** A city that is smaller on the map is one point. */
const OPEN_PIXELS = 36;
/** So few ads are read one by one at every zoom. */
const FEW = 200;
/** More ads of open cities are counted by slots, unless so few slots are in view that these would be no picture. */
const READ_ONE_BY_ONE = 4000;
const FEW_SLOTS = 32;
const READ_MAX = 20_000;
/** Beyond this, naming the cities costs more than reading the matches elsewhere. */
const CITIES_NAMED = 3000;

export interface SpotList {
  spots: Spot[];
  isBounded: boolean;
}

export async function findSpots(
  pool: pg.Pool,
  parsed: ParsedAdFilters,
  cities: readonly MapCity[],
  bounds: Bounds,
  zoom: number,
): Promise<SpotList> {
  const inView = new Map(cities.filter((city) => overlap(boundsOfCity(city), bounds)).map((city) => [city.id, city]));
  if (inView.size === 0) return { spots: [], isBounded: false };
  const [found, ofCircle] = await Promise.all([
    isNarrowed(parsed) ? findMatches(pool, parsed, inView) : findByTotals(pool, parsed, inView, bounds, zoom),
    findOfCircle(pool, parsed, inView),
  ]);
  return {
    spots: [...found.spots, ...ofCircle].filter((spot) => holds(bounds, spot)),
    isBounded: found.isBounded,
  };
}

type Cities = ReadonlyMap<number, MapCity>;
interface AdInCity {
  id: number;
  city_id: number;
}

function spotsOf(rows: readonly AdInCity[], cities: Cities): Spot[] {
  return rows.flatMap(({ id, city_id }) => {
    const city = cities.get(city_id);
    return city === undefined ? [] : [{ ...pointOfAd(city, id), cityId: city_id, count: 1, id }];
  });
}

async function findMatches(pool: pg.Pool, parsed: ParsedAdFilters, cities: Cities): Promise<SpotList> {
  const parameters = createParameters();
  const where = conditionOf(parsed, parameters);
  const there =
    cities.size > CITIES_NAMED
      ? 'city_id is not null'
      : `city_id = any(${parameters.add([...cities.keys()], 'bigint[]')})`;
  const rows = await querySearch<AdInCity>(pool, {
    text: `select id, city_id from ads where ${where} and ${there} limit ${MAP_MATCHES_MAX + 1}`,
    values: parameters.values,
  });
  return {
    spots: spotsOf(rows.slice(0, MAP_MATCHES_MAX), cities),
    isBounded: rows.length > MAP_MATCHES_MAX,
  };
}

async function findOfCircle(pool: pg.Pool, parsed: ParsedAdFilters, cities: Cities): Promise<Spot[]> {
  const parameters = createParameters();
  const where = circleConditionOf(parsed, parameters);
  if (where === undefined) return [];
  const { rows } = await pool.query<AdInCity>(
    `select id, city_id from ads where ${where} and city_id is not null`,
    parameters.values,
  );
  return spotsOf(rows, cities);
}

/** Cities too small to look into cost one stored total each, however many ads they have. */
async function findByTotals(
  pool: pg.Pool,
  parsed: ParsedAdFilters,
  cities: Cities,
  bounds: Bounds,
  zoom: number,
): Promise<SpotList> {
  const totals = await loadTotals(pool, parsed, cities);
  const sum = totals.reduce((all, { count }) => all + count, 0);
  const isOpen = (city: MapCity): boolean => sum <= FEW || pixelsOf(city, zoom) >= OPEN_PIXELS;
  const open: MapCity[] = [];
  const spots: Spot[] = [];
  const lone: MapCity[] = [];
  let inOpen = 0;
  for (const { city, count } of totals) {
    if (isOpen(city)) {
      open.push(city);
      inOpen += count;
    } else if (count === 1 && lone.length < FEW) lone.push(city);
    else spots.push({ latitude: city.latitude, longitude: city.longitude, cityId: city.id, count });
  }
  const read = await readCities(pool, parsed, [...open, ...lone], cities, bounds, inOpen + lone.length);
  return { spots: [...spots, ...read], isBounded: false };
}

const pixelsOf = (city: MapCity, zoom: number): number => {
  const own = boundsOfCity(city, radiusOf(city));
  return project({ latitude: city.latitude, longitude: own.east }, zoom).x - project(city, zoom).x;
};

async function loadTotals(
  pool: pg.Pool,
  { category, country, city: only }: ParsedAdFilters,
  cities: Cities,
): Promise<{ city: MapCity; count: number }[]> {
  const { rows } = await pool.query<{ city_id: number; count: number }>({
    name: 'map-totals',
    text: `select city_id, public as count from ad_counts
           where category_id = $1::bigint and country_id = 0 and city_id <> 0 and public > 0`,
    values: [category ?? 0],
  });
  return rows.flatMap(({ city_id, count }) => {
    const city = cities.get(city_id);
    const isWanted =
      city !== undefined && (only === null || only === city.id) && (country === null || country === city.countryId);
    return isWanted ? [{ city, count }] : [];
  });
}

async function readCities(
  pool: pg.Pool,
  parsed: ParsedAdFilters,
  read: readonly MapCity[],
  cities: Cities,
  bounds: Bounds,
  total: number,
): Promise<Spot[]> {
  if (read.length === 0) return [];
  const parameters = createParameters();
  const inCategory = parsed.category === null ? '' : ` and category_id = ${parameters.add(parsed.category, 'bigint')}`;
  const slots = new Set(read.flatMap((city) => slotsWithin(city, bounds)));
  const from = `from ads where is_public and city_id = any(${parameters.add(
    read.map(({ id }) => id),
    'bigint[]',
  )}) and ${SLOT_OF_AD} = any(${parameters.add([...slots], 'bigint[]')})${inCategory}`;
  const { values } = parameters;
  if (total > READ_ONE_BY_ONE) {
    const { rows } = await pool.query<{ city_id: number; slot: number; count: number }>(
      `select city_id, ${SLOT_OF_AD} as slot, count(*) as count ${from} group by 1, 2`,
      values,
    );
    if (rows.length > FEW_SLOTS && rows.reduce((all, { count }) => all + count, 0) > READ_ONE_BY_ONE) {
      return rows.flatMap(({ city_id, slot, count }) => {
        const city = cities.get(city_id);
        return city === undefined ? [] : [{ ...middleOfSlot(city, slot), cityId: city_id, count }];
      });
    }
  }
  const { rows } = await pool.query<AdInCity>(`select id, city_id ${from} limit ${READ_MAX}`, values);
  return spotsOf(rows, cities);
}
