import type { AdFilters, Board } from '@app/contract/ads';
import type pg from 'pg';
import type { Viewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { conditionOf, createParameters, isNarrowed, readFilters, type Wanted } from './ad-filters.ts';
import { type AdList, loadPublicCards } from './ad-page.ts';
import { listPublicAds, tellDistances } from './list-public-ads.ts';
import type { PromotedAd } from './promoted-ads.public.ts';
import { placePromoted, placesOn, takeTurn } from './promoted-places.ts';

type ListServices = Pick<Services, 'pool' | 'clock' | 'promotedAds'>;

/**
 * A page of what everybody may see, for whoever wants them with the promoted ads that it is the turn of. Only in the order of time, which is what the
 * list does by itself: whoever sorts by price gets that order exactly. While nothing is promoted this costs nothing; what
 * is promoted is found while the page is.
 */
export async function listWithPromoted(
  services: ListServices,
  viewer: Viewer,
  { promoted: isWanted, ...filters }: AdFilters & { promoted?: 0 | 1 | undefined },
): Promise<AdList> {
  const hasPlaces = isWanted === 1 && (filters.sort === undefined || filters.sort === 'date');
  const promoted = hasPlaces ? await services.promotedAds() : undefined;
  if (promoted === undefined || promoted.size === 0) return listPublicAds(services, viewer, filters);
  const now = services.clock();
  const [found, raised] = await Promise.all([
    listPublicAds(services, viewer, filters),
    takeRaised(services, viewer, filters, promoted, now),
  ]);
  return { ...found, boards: placePromoted(found.boards, raised, promoted, now) };
}

/** Cards of the raised ads whose turn it is on this page. */
async function takeRaised(
  { pool }: ListServices,
  viewer: Viewer,
  filters: AdFilters,
  promoted: ReadonlyMap<number, PromotedAd>,
  now: Date,
): Promise<Board[]> {
  const wanted = await readFilters(pool, filters);
  const line = await findRaised(pool, wanted, promoted);
  const turn = takeTurn(line, now, filters.page, placesOn(filters.size));
  const boards = await loadPublicCards(pool, viewer, turn);
  if (wanted.near !== null && wanted.city !== null) await tellDistances(pool, wanted.city, boards);
  return boards;
}

/** Raised ads that are what the list is asked for, by id. */
async function findRaised(pool: pg.Pool, wanted: Wanted, promoted: ReadonlyMap<number, PromotedAd>): Promise<number[]> {
  const raised = [...promoted.values()].filter(({ isRaised }) => isRaised);
  if (raised.length === 0) return [];
  if (!isNarrowed(wanted)) return raised.filter((ad) => isOfKind(ad, wanted)).map(({ adId }) => adId);
  const parameters = createParameters();
  const ids = parameters.add(
    raised.map(({ adId }) => adId),
    'bigint[]',
  );
  const { rows } = await pool.query<{ id: number }>(
    `select id from ads where id = any(${ids}) and ${conditionOf(wanted, parameters)} order by id`,
    parameters.values,
  );
  return rows.map(({ id }) => id);
}

/** Category and place, as far as they are wanted. */
function isOfKind({ categoryId, countryId, cityId }: PromotedAd, { category, country, city }: Wanted): boolean {
  return (
    (category === null || category === categoryId) &&
    (country === null || country === countryId) &&
    (city === null || city === cityId)
  );
}
