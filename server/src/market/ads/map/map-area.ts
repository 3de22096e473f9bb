import { type AreaQuery, MAP_LATITUDE_MAX, type MapArea } from '@app/contract/market/ad-map';
import type pg from 'pg';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { getMapCities, type MapCity } from '../../../reference/reference.public.ts';
import { readQuery } from '../search/query/read-query.ts';
import { type Bounds, boundsOfCity, radiusOf } from './ad-point.ts';

/** A map of all ads leaves out the few that are far from the others. */
const SHARE = 0.9;
const WORLD: Bounds = { west: -180, south: -60, east: 180, north: 75 };

/** Where the list's place is, or else where most of the ads are. */
export async function findMapArea({ pool }: { pool: pg.Pool }, viewer: Viewer, given: AreaQuery): Promise<MapArea> {
  const [reading] = await readQuery(pool, viewer.lang, given);
  const { city_id, country_id, radius } = reading?.filters ?? given;
  const cities = await getMapCities(pool);
  const city = cities.find(({ id }) => id === city_id);
  if (city !== undefined) return within(boundsOfCity(city, Math.max(radiusOf(city) * 1.1, (radius ?? 0) * 1000)));
  return within(around(await mostOf(pool, cities, country_id ?? null)));
}

/** Cities with most of the ads; of a country without any, its largest ones. */
async function mostOf(pool: pg.Pool, cities: readonly MapCity[], country: number | null): Promise<MapCity[]> {
  const { rows } = await pool.query<{ city_id: number; count: number }>({
    name: 'map-area',
    text: `select city_id, public as count from ad_counts
           where category_id = 0 and country_id = 0 and city_id <> 0 and public > 0 order by public desc, city_id`,
  });
  const wanted = new Map(
    cities.filter(({ countryId }) => country === null || country === countryId).map((city) => [city.id, city]),
  );
  const counted = rows.flatMap(({ city_id, count }) => {
    const city = wanted.get(city_id);
    return city === undefined ? [] : [{ city, count }];
  });
  const enough = SHARE * counted.reduce((sum, { count }) => sum + count, 0);
  const most: MapCity[] = [];
  let seen = 0;
  for (const { city, count } of counted) {
    if (seen >= enough && most.length > 0) break;
    most.push(city);
    seen += count;
  }
  if (most.length > 0 || country === null) return most;
  return [...wanted.values()].slice(0, 20);
}

function around(cities: readonly MapCity[]): Bounds {
  if (cities.length === 0) return WORLD;
  const all = cities.map((city) => boundsOfCity(city));
  return {
    west: Math.min(...all.map(({ west }) => west)),
    south: Math.min(...all.map(({ south }) => south)),
    east: Math.max(...all.map(({ east }) => east)),
    north: Math.max(...all.map(({ north }) => north)),
  };
}

const within = ({ west, south, east, north }: Bounds): MapArea => ({
  west: Math.max(-180, west),
  south: Math.max(-MAP_LATITUDE_MAX, south),
  east: Math.min(180, east),
  north: Math.min(MAP_LATITUDE_MAX, north),
});
