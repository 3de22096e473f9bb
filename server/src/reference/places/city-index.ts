import { createCachedQuery } from '../cached-query.ts';
import { boxAround, distance, isInBox, type Point, type Position, pointOf } from './great-circle.ts';

/** Coordinates of cities in memory. Distances are great-circle distances between city centers. */
export interface CityIndex {
  /** Whole kilometers; undefined when either city is unknown or has no coordinates. */
  km(fromCityId: number | null, toCityId: number | null): number | undefined;
  /** The city itself and those within the distance, the nearest first; equally near ones by id. */
  within(cityId: number, km: number): number[];
  /** The city nearest to a position; undefined when none lies within the distance. */
  nearest(position: Position, km: number): number | undefined;
}

export interface CityLocation extends Position {
  id: number;
}

export const cityIndex = createCachedQuery<CityIndex>(async (pool) => {
  const { rows } = await pool.query<CityLocation>({
    name: 'atlas',
    text: 'select id, latitude, longitude from cities where latitude is not null and longitude is not null',
  });
  return createCityIndex(rows);
});

export function createCityIndex(cities: readonly CityLocation[]): CityIndex {
  const points = new Map(cities.map(({ id, ...position }) => [id, pointOf(position)]));

  function around(from: Point, km: number): { id: number; away: number }[] {
    const box = boxAround(from, km);
    const near: { id: number; away: number }[] = [];
    for (const [id, to] of points) {
      if (!isInBox(from, to, box)) continue;
      const away = distance(from, to);
      if (away <= km) near.push({ id, away });
    }
    return near.sort((a, b) => a.away - b.away || a.id - b.id);
  }

  return {
    km(fromCityId, toCityId) {
      if (fromCityId === null || toCityId === null) return undefined;
      const [from, to] = [points.get(fromCityId), points.get(toCityId)];
      return from && to && Math.round(distance(from, to));
    },
    within(cityId, km) {
      const from = points.get(cityId);
      const others = from === undefined ? [] : around(from, km).filter(({ id }) => id !== cityId);
      return [cityId, ...others.map(({ id }) => id)];
    },
    nearest: (position, km) => around(pointOf(position), km)[0]?.id,
  };
}
