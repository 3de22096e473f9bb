import type { Board } from '@app/contract/market/ads';
import type { SearchFilters } from '@app/contract/market/searches';
import type { Lang } from '@app/contract/platform/languages';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { loadSavedAds } from '../ads/saved-ads.public.ts';
import { describeSearches } from './describe-searches.ts';
import { withoutEmpty } from './normalize-filters.ts';
import { isFeedOf, parseFeedKey } from './search-feed.ts';
import { searchHref } from './search-href.ts';
import type { SavedSearchFilters } from './searches.tables.ts';

export interface FollowedSearch {
  id: number;
  filters: SavedSearchFilters;
  wanted_ad_id: number | null;
  lang: Lang;
  created_at: Date;
}

/** Returns the search of a secret address. Undefined also where its owner is suspended or left. */
export async function findSearchOfFeed({ db }: Services, text: string): Promise<FollowedSearch | undefined> {
  const key = parseFeedKey(text);
  if (key === undefined) return undefined;
  const search = await db
    .selectFrom('saved_searches as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.filters', 's.wanted_ad_id', 's.feed_seed', 's.created_at', 'u.lang'])
    .where('s.id', '=', key.id)
    .where('u.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  return search !== undefined && (await isFeedOf(db, search, key.signature)) ? search : undefined;
}

/** Lists what a search found, the latest first: only ads that are for everybody now. */
export async function listMatchesForGuests(
  { db, pool }: Services,
  guest: Viewer,
  searchId: number,
  limit: number,
): Promise<Board[]> {
  const matches = await db
    .selectFrom('saved_search_matches as m')
    .innerJoin('ads as a', 'a.id', 'm.ad_id')
    .select('a.id')
    .where('m.search_id', '=', searchId)
    .where('a.is_public', '=', true)
    .orderBy('m.matched_at', 'desc')
    .limit(limit)
    .execute();
  const ids = matches.map(({ id }) => id);
  const boards = await loadSavedAds(pool, guest, ids);
  // An ad may have left since its id was read.
  return ids
    .flatMap((id) => boards.get(id) ?? [])
    .filter(({ board_state }) => board_state === 'active' || board_state === 'reserved');
}

/** Describes filters of the list in words, empty without any, and where the site shows the list. */
export async function describeFilters(
  services: Services,
  { filters, ...search }: { filters: SearchFilters; wanted_ad_id: number | null; lang: Lang },
): Promise<{ name: string; href: string }> {
  const given = withoutEmpty(filters);
  const [name = ''] = await describeSearches(services, [{ ...search, filters: given }]);
  return { name, href: searchHref(given) };
}
