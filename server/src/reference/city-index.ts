import { createCachedQuery } from './cached-query.ts';

const EARTH_RADIUS_KM = 6371;

/** Coordinates of cities in memory. Distances are great-circle distances between city centers. */
export interface CityIndex {
  /** Whole kilometers; undefined when either city is unknown or has no coordinates. */
  km(fromCityId: number | null, toCityId: number | null): number | undefined;
  within(cityId: number, km: number): number[];
}

export interface CityLocation {
  id: number;
  latitude: number;
  longitude: number;
}

export const cityIndex = createCachedQuery<CityIndex>(async (pool) => {
  const { rows } = await pool.query<CityLocation>({
    name: 'atlas',
    text: 'select id, latitude, longitude from cities where latitude is not null and longitude is not null',
  });
  return createCityIndex(rows);
});

export function createCityIndex(cities: readonly CityLocation[]): CityIndex {
  const points = new Map(cities.map(({ id, latitude, longitude }) => [id, pointOf(latitude, longitude)]));
  return {
    km(fromCityId, toCityId) {
      if (fromCityId === null || toCityId === null) return undefined;
      const [from, to] = [points.get(fromCityId), points.get(toCityId)];
      return from && to && Math.round(distance(from, to));
    },
    within(cityId, km) {
      const from = points.get(cityId);
      if (from === undefined) return [cityId];
      const near = [{ id: cityId, away: -1 }];
      for (const [id, to] of points) {
        if (id === cityId) continue;
        const away = distance(from, to);
        if (away <= km) near.push({ id, away });
      }
      return near.sort((a, b) => a.away - b.away).map(({ id }) => id);
    },
  };
}

interface Point {
  latitude: number;
  longitude: number;
  cosine: number;
}

function pointOf(latitude: number, longitude: number): Point {
  const radians = { latitude: (latitude * Math.PI) / 180, longitude: (longitude * Math.PI) / 180 };
  return { ...radians, cosine: Math.cos(radians.latitude) };
}

function distance(from: Point, to: Point): number {
  const across = Math.sin((to.latitude - from.latitude) / 2) ** 2;
  const along = Math.sin((to.longitude - from.longitude) / 2) ** 2;
  const half = across + from.cosine * to.cosine * along;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}
