import type { Board } from '@app/contract/market/ads';
import type { favoritesApi } from '@app/contract/market/favorites';
import type { QueryOf } from '@app/contract/platform/endpoint';
import type pg from 'pg';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { searchForgivingly } from '../../platform/search/forgiving-search.ts';
import type { SearchTerms } from '../../platform/search/read-search.ts';
import type { Services } from '../../platform/services.ts';
import { goneAd, loadKeptAds } from '../ads/kept-ads.public.ts';
import { markMutedBoards } from '../ads/muted-boards.public.ts';

interface Found {
  total: number;
  kept: { ad_id: number; created_at: string; title: string | null; price: number | null }[] | null;
}

// A person keeps two thousand at most, read from favorites_latest: matching their titles costs less than any index would.
const FIND = `
  with kept as materialized (
    select f.ad_id, f.created_at, m.title, m.price_roubles as price
    from favorites f
    left join ads a on a.id = f.ad_id
    left join favorite_memories m on m.ad_id = f.ad_id and a.id is null
    where f.user_id = $1::bigint and f.removed_at is null and (a.id is not null or m.ad_id is not null)
      and ($2::text is null
        -- Of what left the lists only the title is shown, and found.
        or coalesce(case when a.is_public then a.search end,
             to_tsvector('russian'::regconfig, search_fold(coalesce(a.title, m.title)))) @@ search_query($2, $3::text, $6::text))
  ), page as (
    select * from kept order by created_at desc, ad_id desc limit $4::bigint offset $5::bigint
  )
  select (select count(*) from kept) as total,
    (select json_agg(page order by created_at desc, ad_id desc) from page) as kept`;

/** The viewer's favourites, the latest first. What became of the ads is said, not hidden. */
export async function listFavorites(
  { pool }: Pick<Services, 'pool'>,
  viewer: SignedInViewer,
  { search, size, offset }: QueryOf<(typeof favoritesApi)['list']>,
): Promise<{ boards: Board[]; total: number }> {
  const { found } = await searchForgivingly({ pool, space: 'ads' }, search, (terms) =>
    find(pool, viewer, terms, size, offset),
  );
  const kept = found.kept ?? [];
  const ads = await loadKeptAds(
    pool,
    viewer,
    kept.map(({ ad_id }) => ad_id),
  );
  const boards = kept.map(({ ad_id, created_at, title, price }) => {
    const ad =
      ads.get(ad_id) ??
      goneAd({ id: ad_id, title: title ?? '', priceRoubles: price ?? 0, createdAt: new Date(created_at) });
    return { ...ad, subscription_on_board: 1 as const };
  });
  await markMutedBoards({ pool }, viewer, boards);
  return { boards, total: found.total };
}

async function find(
  pool: pg.Pool,
  viewer: SignedInViewer,
  terms: SearchTerms | undefined,
  size: number,
  offset: number,
): Promise<Found> {
  const { rows } = await pool.query<Found>({
    name: 'favorites-list',
    text: FIND,
    values: [viewer.userId, terms?.words ?? null, terms?.last ?? null, size, offset, terms?.beginnings ?? null],
  });
  return rows[0] ?? { total: 0, kept: null };
}
