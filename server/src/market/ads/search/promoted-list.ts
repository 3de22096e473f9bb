import type { AdFilters, Board } from '@app/contract/market/ads';
import type pg from 'pg';
import type { Services } from '../../../platform/domain/services.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { type AdList, loadPublicCards } from '../ad-page.ts';
import { conditionOf, createParameters, isNarrowed, type ParsedAdFilters } from './ad-filters.ts';
import {
  findPublicAds,
  findRanks,
  isFirstPage,
  listFirstPage,
  listPublicAds,
  listSlice,
  parseListFilters,
} from './list-public-ads.ts';
import type { PromotedAd } from './promoted-ads.public.ts';
import { findPromotedAds } from './promoted-ads.public.ts';
import { placePromoted, placesOn, rotatePromoted, slicePage } from './promoted-places.ts';
import { addDistances, sortOf } from './search-ads.ts';

/**
 * Lists public ads with promoted ads at their places, only in the default orders, by time and by relevance; a list
 * sorted by price is exact. Costs nothing while no ad is promoted. The first page loads promoted ads in the same query;
 * other pages find them by the filters that gave the page, and what is left for them by the ranks of promoted ads.
 */
export async function listWithPromoted(
  services: Services,
  viewer: Viewer,
  { promoted: isWanted, ...filters }: AdFilters & { promoted?: 0 | 1 | undefined },
): Promise<AdList> {
  const isDefaultOrder = filters.sort === undefined || filters.sort === 'date' || filters.sort === 'relevance';
  const hasPlaces = isWanted === 1 && isDefaultOrder;
  const promoted = hasPlaces ? await findPromotedAds(services) : undefined;
  if (promoted === undefined || promoted.size === 0) return listPublicAds(services, viewer, filters);
  const now = services.clock();
  const { page, size } = filters;
  const places = placesOn(size);
  const parsed = await parseListFilters(services.pool, filters, viewer);
  if (isFirstPage(parsed, filters)) {
    const raised = idsOf(rotatePromoted(promotedQueue(promoted, parsed), now, places));
    const { found, beside } = await listFirstPage(services, viewer, parsed, raised);
    return { ...found, boards: placePromoted(found.boards, beside, promoted, now, size) };
  }
  const { list, parsed: applied } = await findPublicAds(services, viewer, filters, parsed);
  const queue = places === 0 ? [] : rotatePromoted(await findRaised(services.pool, applied, promoted), now);
  if (page === 1 || queue.length === 0 || list.boards.length === 0) {
    const raised = await loadRaised(services, viewer, applied, queue.slice(0, places));
    return { ...list, boards: placePromoted(list.boards, raised, promoted, now, size) };
  }
  const sort = sortOf(filters, applied);
  const ranks = await findRanks(services.pool, applied, sort, page * size, [...promoted.keys()]);
  const slice = slicePage({ queue, ranks, promoted, now, page, size });
  const [ordinary, raised] = await Promise.all([
    listSlice(services.pool, viewer, applied, sort, slice.start, slice.end),
    loadRaised(services, viewer, applied, slice.raised),
  ]);
  const left = ordinary.filter(({ board_id }) => !slice.shown.has(board_id));
  return { ...list, boards: placePromoted(left, raised, promoted, now, size) };
}

async function loadRaised(
  { pool }: Services,
  viewer: Viewer,
  parsed: ParsedAdFilters,
  rotated: readonly number[],
): Promise<Board[]> {
  const boards = await loadPublicCards(pool, viewer, rotated);
  if (parsed.near !== null && parsed.city !== null) await addDistances(pool, parsed.city, boards);
  return boards;
}

async function findRaised(
  pool: pg.Pool,
  parsed: ParsedAdFilters,
  promoted: ReadonlyMap<number, PromotedAd>,
): Promise<number[]> {
  if (!isNarrowed(parsed)) return idsOf(promotedQueue(promoted, parsed));
  const raised = raisedOf(promoted);
  if (raised.length === 0) return [];
  const parameters = createParameters();
  const ids = parameters.add(idsOf(raised), 'bigint[]');
  const { rows } = await pool.query<{ id: number }>(
    `select id from ads where id = any(${ids}) and ${conditionOf(parsed, parameters)} order by id`,
    parameters.values,
  );
  return rows.map(({ id }) => id);
}

/** Matches category and place in memory, without a query. */
function promotedQueue(
  promoted: ReadonlyMap<number, PromotedAd>,
  { category, country, city }: ParsedAdFilters,
): readonly PromotedAd[] {
  const raised = raisedOf(promoted);
  if (category === null && country === null && city === null) return raised;
  return raised.filter(
    (ad) =>
      (category === null || category === ad.categoryId) &&
      (country === null || country === ad.countryId) &&
      (city === null || city === ad.cityId),
  );
}

const idsOf = (ads: readonly PromotedAd[]): number[] => ads.map(({ adId }) => adId);

const raisedByPromoted = new WeakMap<ReadonlyMap<number, PromotedAd>, readonly PromotedAd[]>();

/** The map of promoted ads is cached for seconds; its raised ads are computed once per map. */
function raisedOf(promoted: ReadonlyMap<number, PromotedAd>): readonly PromotedAd[] {
  const known = raisedByPromoted.get(promoted);
  if (known !== undefined) return known;
  const raised = [...promoted.values()].filter(({ isRaised }) => isRaised);
  raisedByPromoted.set(promoted, raised);
  return raised;
}
