import {
  type AdMap,
  MAP_ADS_MAX,
  MAP_PLACES_MAX,
  type MapAd,
  type MapPlace,
  type MapQuery,
} from '@app/contract/market/ad-map';
import type pg from 'pg';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { searchWithCorrection } from '../../../platform/search/search-with-correction.ts';
import {
  getMapCities,
  localizedReferenceName,
  type MapCity,
  type Position,
} from '../../../reference/reference.public.ts';
import { loadCards } from '../ad-page.ts';
import { markMutedAds } from '../muted-ads.public.ts';
import { parseFilters } from '../search/ad-filters.ts';
import { readQuery } from '../search/query/read-query.ts';
import { type Bounds, holds } from './ad-point.ts';
import { findSpots, type SpotList } from './find-spots.ts';
import { groupAds } from './group-ads.ts';

type Points = ReadonlyMap<number, Position>;

/** Words are read and corrected as in the list; the first reading that finds something in the bounds counts. */
export async function showMap(services: { pool: pg.Pool }, viewer: Viewer, query: MapQuery): Promise<AdMap> {
  const { pool } = services;
  const cities = await getMapCities(pool);
  const { spots, isBounded } = await search(pool, viewer, query, cities);
  const { alone, groups } = groupAds(spots, query.zoom);
  // The newest ones; the others are groups of one, which a closer look turns into ads.
  const shown = alone.toSorted((a, b) => b.id - a.id);
  const further = shown.splice(MAP_ADS_MAX);
  const names = new Map(cities.map((city) => [city.id, city]));
  const nameOf = (id: number): string => {
    const city = names.get(id);
    return city === undefined ? '' : localizedReferenceName(city, viewer.lang);
  };
  return {
    total: spots.reduce((all, { count }) => all + count, 0),
    bounded: isBounded ? 1 : 0,
    ads: await presentAds(
      services,
      viewer,
      new Map(shown.map(({ id, latitude, longitude }) => [id, { latitude, longitude }])),
    ),
    groups: [...groups, ...further].map(({ latitude, longitude, count, cityId }) => ({
      latitude,
      longitude,
      count,
      city: nameOf(cityId),
    })),
    places: placesWithin(cities, query, viewer),
  };
}

async function search(pool: pg.Pool, viewer: Viewer, query: MapQuery, cities: readonly MapCity[]): Promise<SpotList> {
  let last: SpotList = { spots: [], isBounded: false };
  for (const { filters } of await readQuery(pool, viewer.lang, query)) {
    const parsed = await parseFilters(pool, filters, viewer);
    const find = async (terms: typeof parsed.terms) => {
      const found = await findSpots(pool, { ...parsed, terms }, cities, query, query.zoom);
      return { ...found, total: found.spots.length };
    };
    last =
      parsed.terms === undefined || query.exact === 1
        ? await find(parsed.terms)
        : (await searchWithCorrection({ pool, space: 'ads' }, filters.search, find)).found;
    if (last.spots.length > 0) break;
  }
  return last;
}

async function presentAds(services: { pool: pg.Pool }, viewer: Viewer, points: Points): Promise<MapAd[]> {
  const boards = await loadCards(services.pool, viewer, [...points.keys()]);
  await markMutedAds(services, viewer, boards);
  return boards.flatMap((board) => {
    const point = points.get(board.board_id);
    if (point === undefined) return [];
    const { board_id, board_title, board_price, board_kind, board_price_period } = board;
    const { board_district, board_circle_only, muted_by } = board;
    return [
      {
        ...point,
        board_id,
        board_title,
        board_price,
        board_kind,
        ...(board_price_period && { board_price_period }),
        board_photo: board.board_photos[0] ?? null,
        city: board.city?.name ?? '',
        board_district,
        ...(board_circle_only === 1 && { board_circle_only }),
        ...(muted_by !== undefined && { muted_by }),
      },
    ];
  });
}

/** The largest ones, no two of which lie so close that their names would cover each other. */
function placesWithin(cities: readonly MapCity[], bounds: Bounds, { lang }: Viewer): MapPlace[] {
  const [wide, high] = [(bounds.east - bounds.west) / 6, (bounds.north - bounds.south) / 8];
  const places: MapPlace[] = [];
  for (const city of cities) {
    if (places.length === MAP_PLACES_MAX) break;
    const { id, latitude, longitude } = city;
    if (!holds(bounds, city)) continue;
    const isCovered = places.some(
      (other) => Math.abs(other.longitude - longitude) < wide && Math.abs(other.latitude - latitude) < high,
    );
    if (!isCovered) places.push({ id, latitude, longitude, name: localizedReferenceName(city, lang) });
  }
  return places;
}
