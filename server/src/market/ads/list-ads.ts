import type { AdAudience } from '@app/contract/market/ads';
import type pg from 'pg';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { SearchTerms } from '../../platform/search/parse-search.ts';
import { searchWithCorrection } from '../../platform/search/search-with-correction.ts';
import { type AdList, boundedPage, loadPage, NEWEST_FIRST, presentBounded } from './ad-page.ts';
import { createParameters, type Parameters, searchCondition } from './search/ad-filters.ts';

interface Page {
  search?: string | undefined;
  size: number;
  offset: number;
}

interface Pool {
  pool: pg.Pool;
}

const USER_AD_CONDITIONS = {
  public: 'is_public',
  present: 'archived_at is null',
  archived: 'archived_at is not null',
} as const;

/**
 * A user's ads are few enough to count on each request, served by ads_owner or ads_owner_public; a search counts up to
 * the common limit.
 */
export async function listUserAds(
  { pool }: Pool,
  viewer: Viewer,
  ownerId: number,
  which: keyof typeof USER_AD_CONDITIONS | ((parameters: Parameters) => string),
  { search, size, offset }: Page,
): Promise<AdList> {
  const ofCircle = which === 'public' ? await findCircleAudiences(pool, viewer, ownerId) : [];
  const find = async (terms: SearchTerms | undefined): Promise<AdList> => {
    const name = terms === undefined && typeof which === 'string' ? `ads-of-user-${which}` : undefined;
    const parameters = createParameters(2, name !== undefined);
    const { add, values } = parameters;
    const condition = typeof which === 'string' ? USER_AD_CONDITIONS[which] : which(parameters);
    const isListed =
      ofCircle.length === 0
        ? condition
        : `(is_public or (is_circle_only and audience = any(${add(ofCircle, 'text[]')})))`;
    const where = `owner_id = ${add(ownerId, 'bigint')} and ${isListed}`;
    if (terms !== undefined) {
      const page = boundedPage(`${where} and ${searchCondition(terms, parameters)}`, size, offset);
      return presentBounded(await loadPage(pool, viewer, { ...page, values }));
    }
    const from = `from ads where ${where}`;
    return loadPage(pool, viewer, {
      name: name && (ofCircle.length === 0 ? name : `${name}-circle`),
      total: `(select count(*) ${from})`,
      ids: `select id ${from} ${NEWEST_FIRST} limit ${add(size, 'bigint')} offset ${add(offset, 'bigint')}`,
      values,
    });
  };
  return (await searchWithCorrection({ pool, space: 'ads' }, search, find)).found;
}

/** Returns the audiences, besides everybody, whose ads of this person the viewer is shown. */
async function findCircleAudiences(pool: pg.Pool, { userId }: Viewer, ownerId: number): Promise<AdAudience[]> {
  if (userId === null) return [];
  if (userId === ownerId) return ['friends', 'fams'];
  const { rows } = await pool.query<{ is_relative: boolean }>({
    name: 'ads-circle-audience',
    text: 'select is_relative from friends where user_id = $1::bigint and friend_id = $2::bigint',
    values: [ownerId, userId],
  });
  const [friend] = rows;
  if (friend === undefined) return [];
  return friend.is_relative ? ['friends', 'fams'] : ['friends'];
}
