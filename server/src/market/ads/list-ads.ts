import type pg from 'pg';
import type { Viewer } from '../../platform/http/viewer.ts';
import { searchForgivingly } from '../../platform/search/forgiving-search.ts';
import type { SearchTerms } from '../../platform/search/read-search.ts';
import { type AdList, boundedPage, loadPage, NEWEST, showBounded } from './ad-page.ts';
import { createParameters, wordsIn } from './search/ad-filters.ts';

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

/** One person's ads: few enough to be counted each time, by ads_owner or ads_owner_public; of a search so many as of any. */
export async function listAdsOfPerson(
  { pool }: Pool,
  viewer: Viewer,
  ownerId: number,
  which: keyof typeof OF_PERSON,
  { search, size, offset }: Page,
): Promise<AdList> {
  const find = async (terms: SearchTerms | undefined): Promise<AdList> => {
    const { add, values } = createParameters(2);
    const where = `owner_id = ${add(ownerId, 'bigint')} and ${OF_PERSON[which]}`;
    if (terms !== undefined) {
      const page = boundedPage(`${where} and ${wordsIn(terms, add)}`, size, offset);
      return showBounded(await loadPage(pool, viewer, { ...page, values }));
    }
    const from = `from ads where ${where}`;
    return loadPage(pool, viewer, {
      total: `(select count(*) ${from})`,
      ids: `select id ${from} ${NEWEST} limit ${size} offset ${offset}`,
      values,
    });
  };
  return (await searchForgivingly({ pool, space: 'ads' }, search, find)).found;
}
