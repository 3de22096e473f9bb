import { SAVED_SEARCHES_MAX, type SavedSearch } from '@app/contract/market/searches';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { isInAdAudience } from '../ads/audience/ad-audience.public.ts';
import { describeSearches } from './describe-searches.ts';
import { presentFeedAddress } from './search-feed.ts';
import { searchHref } from './search-href.ts';
import type { SavedSearchFilters } from './searches.tables.ts';

const FRESH_MAX = 100;

interface Row {
  id: number;
  filters: SavedSearchFilters;
  wanted_ad_id: number | null;
  feed_seed: string | null;
  created_at: Date;
  letters: boolean;
  fresh: number;
}

/** Lists what the viewer saved; the searches of wanted ads go by their ads. */
export async function listSearches(services: Services, viewer: SignedInViewer): Promise<{ searches: SavedSearch[] }> {
  return { searches: await find(services, viewer, sql`s.wanted_ad_id is null`) };
}

export async function getSearch(services: Services, viewer: SignedInViewer, id: number): Promise<SavedSearch> {
  const [search] = await find(services, viewer, sql`s.id = ${id}`);
  if (search === undefined) throw new Failure('not_found');
  return search;
}

async function find(services: Services, viewer: SignedInViewer, where: RawBuilder<unknown>): Promise<SavedSearch[]> {
  const { rows } = await sql<Row>`
    select s.id, s.filters, s.wanted_ad_id, s.feed_seed, s.created_at,
      not exists (select from email_unsubscribes t
        where t.user_id = s.user_id and t.kind = 'saved_search' and t.about_id = s.id) as letters,
      (select count(*) from (
        select from saved_search_matches m join ads a on a.id = m.ad_id and (a.is_public or a.is_circle_only)
        where ${isInAdAudience(sql`s.user_id`)} and m.search_id = s.id and m.matched_at > s.seen_at limit ${FRESH_MAX}) fresh) as fresh
    from saved_searches s
    where s.user_id = ${viewer.userId} and ${where}
    order by s.created_at desc, s.id desc limit ${SAVED_SEARCHES_MAX}`.execute(services.db);
  const [names, feeds] = await Promise.all([
    describeSearches(
      services,
      rows.map(({ filters, wanted_ad_id }) => ({ filters, wanted_ad_id, lang: viewer.lang })),
    ),
    Promise.all(rows.map((row) => presentFeedAddress(services, row))),
  ]);
  return rows.map((row, index) => ({
    id: row.id,
    name: names[index] ?? '',
    href: searchHref(row.filters),
    letters: row.letters ? 1 : 0,
    fresh: row.fresh,
    feed: feeds[index] ?? null,
    created: row.created_at.toISOString(),
  }));
}
