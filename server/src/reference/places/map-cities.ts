import type pg from 'pg';
import { createCachedQuery } from '../cached-query.ts';
import type { NamedRow } from '../names.ts';

export interface MapCity extends NamedRow {
  id: number;
  countryId: number;
  population: number;
  latitude: number;
  longitude: number;
}

const KEPT_MS = 60_000;

/** Cities that can be drawn on a map, the largest first. */
export const mapCities = createCachedQuery<readonly MapCity[]>(
  async (pool: pg.Pool) => {
    const { rows } = await pool.query<MapCity>({
      name: 'map-cities',
      text: `select id, country_id as "countryId", name_native, name_en, names, population, latitude, longitude
             from cities where latitude is not null and longitude is not null order by population desc, id`,
    });
    return rows;
  },
  Date.now,
  KEPT_MS,
);
