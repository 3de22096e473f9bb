import type pg from 'pg';
import { readSearch } from '../platform/search.ts';
import type { SignedInViewer, Viewer } from '../platform/viewer.ts';
import { type AdList, boundedPage, loadPage, NEWEST, showBounded } from './ad-page.ts';

interface Page {
  search?: string | undefined;
  size: number;
  offset: number;
}

interface Pool {
  pool: pg.Pool;
}

/** What each list holds of one person's ads. */
const OF_PERSON = {
  public: 'is_public',
  present: 'archived_at is null',
  archived: 'archived_at is not null',
} as const;

/** One person's ads: few enough to be counted each time. Served by ads_owner. */
export function listAdsOfPerson(
  { pool }: Pool,
  viewer: Viewer,
  ownerId: number,
  which: keyof typeof OF_PERSON,
  { search, size, offset }: Page,
): Promise<AdList> {
  const terms = readSearch(search);
  const matches = terms ? ' and search @@ search_query($3, $4)' : '';
  const from = `from ads where owner_id = $2::bigint and ${OF_PERSON[which]}${matches}`;
  return loadPage(pool, viewer, {
    total: `(select count(*) ${from})`,
    ids: `select id ${from} ${NEWEST} limit ${size} offset ${offset}`,
    values: [ownerId, ...(terms ? [terms.words, terms.last] : [])],
  });
}

/** Everybody's ads outside the archive, for staff: disabled and blocked ones too. */
export async function listAllAds(
  { pool }: Pool,
  viewer: SignedInViewer,
  { search, size, offset }: Page,
): Promise<AdList> {
  const terms = readSearch(search);
  if (terms !== undefined) {
    const page = boundedPage('archived_at is null and search @@ search_query($2, $3)', size, offset);
    return showBounded(await loadPage(pool, viewer, { ...page, values: [terms.words, terms.last] }));
  }
  return loadPage(pool, viewer, {
    total: `
      coalesce((select c.present from ad_counts c where (category_id, country_id, city_id) = (0, 0, 0)), 0)
      + coalesce((select sum(d.present) from ad_count_deltas d), 0)`,
    // Served by ads_present; past the end nothing is read.
    ids: `select id from ads where archived_at is null and ${offset} < (select total from counted)
          ${NEWEST} limit ${size} offset ${offset}`,
    values: [],
  });
}
