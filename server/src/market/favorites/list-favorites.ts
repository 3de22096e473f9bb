import type { Board } from '@app/contract/market/ads';
import type { favoritesApi } from '@app/contract/market/favorites';
import type { QueryOf } from '@app/contract/platform/endpoint';
import type pg from 'pg';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { SearchTerms } from '../../platform/search/parse-search.ts';
import { searchWithCorrection } from '../../platform/search/search-with-correction.ts';
import { isInAdAudienceSql } from '../ads/audience/ad-audience.public.ts';
import { markMutedAds } from '../ads/muted-ads.public.ts';
import { goneAd, loadSavedAds } from '../ads/saved-ads.public.ts';

interface FavoritesPage {
  total: number;
  kept:
    | {
        ad_id: number;
        created_at: string;
        folder_id: number | null;
        title: string | null;
        price: number | null;
        price_before: number | null;
      }[]
    | null;
}

// A user has at most two thousand favorites, served by favorites_latest, so matching their titles needs no index.
const FIND_FAVORITES_SQL = `
  with kept as materialized (
    select f.ad_id, f.created_at, f.folder_id, m.title, m.price_roubles as price
    from favorites f
    left join ads a on a.id = f.ad_id
    left join erased_favorites m on m.ad_id = f.ad_id and a.id is null
    where f.user_id = $1::bigint and f.removed_at is null
      and ($7::bigint is null or coalesce(f.folder_id, 0) = $7)
      and (m.ad_id is not null or (a.id is not null and ${isInAdAudienceSql('$1::bigint')}))
      and ($2::text is null
        -- Of what left the lists only the title is shown, and found.
        or coalesce(case when a.is_public or a.is_circle_only then a.search end,
             to_tsvector('russian'::regconfig, search_normalize(coalesce(a.title, m.title)))) @@ search_query($2, $3::text, $6::text))
  ), page as (
    select kept.*, (
      -- The first drop since the ad became a favorite: later ones add up to the difference from the price of today.
      select e.price_before from favorite_events e
      where e.ad_id = kept.ad_id and e.kind = 'price_drop' and e.created_at >= kept.created_at
      order by e.created_at limit 1) as price_before
    from kept order by created_at desc, ad_id desc limit $4::bigint offset $5::bigint
  )
  select (select count(*) from kept) as total,
    (select json_agg(page order by created_at desc, ad_id desc) from page) as kept`;

/** Newest first. Unavailable ads are listed with their state. */
export async function listFavorites(
  { pool }: Services,
  viewer: SignedInViewer,
  { search, folder, size, offset }: QueryOf<(typeof favoritesApi)['list']>,
): Promise<{ boards: Board[]; total: number }> {
  const { found } = await searchWithCorrection({ pool, space: 'ads' }, search, (terms) =>
    find(pool, viewer, terms, { folder, size, offset }),
  );
  const favorites = found.kept ?? [];
  const ads = await loadSavedAds(
    pool,
    viewer,
    favorites.map(({ ad_id }) => ad_id),
  );
  const boards = favorites.map(({ ad_id, created_at, folder_id, title, price, price_before }) => {
    const ad =
      ads.get(ad_id) ??
      goneAd({ id: ad_id, title: title ?? '', priceRoubles: price ?? 0, createdAt: new Date(created_at) });
    const drop = ad.board_price > 0 ? (price_before ?? 0) - ad.board_price : 0;
    const kept = { ...ad, subscription_on_board: 1 as const, favorite_folder: folder_id ?? 0 };
    return { ...kept, ...(drop > 0 && { board_price_drop: drop }) };
  });
  await markMutedAds({ pool }, viewer, boards);
  return { boards, total: found.total };
}

async function find(
  pool: pg.Pool,
  viewer: SignedInViewer,
  terms: SearchTerms | undefined,
  { folder = null, size, offset }: { folder?: number | null | undefined; size: number; offset: number },
): Promise<FavoritesPage> {
  const { rows } = await pool.query<FavoritesPage>({
    name: 'favorites-list',
    text: FIND_FAVORITES_SQL,
    values: [viewer.userId, terms?.words ?? null, terms?.last ?? null, size, offset, terms?.beginnings ?? null, folder],
  });
  return rows[0] ?? { total: 0, kept: null };
}
