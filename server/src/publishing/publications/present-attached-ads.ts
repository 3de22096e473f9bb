import type { Board } from '@app/contract/market/ads';
import type { PublicationAd } from '@app/contract/publishing/publications';
import type pg from 'pg';
import { loadSavedAds } from '../../market/ads/saved-ads.public.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/**
 * Presents the ads of publications as they are now, by the id of the ad. Readers outside the audience of an ad learn
 * nothing of it; of an ad that is shown no more, only that there was one.
 */
export async function presentAttachedAds(
  pool: pg.Pool,
  viewer: Viewer,
  adIds: readonly number[],
): Promise<Map<number, PublicationAd>> {
  const ads = await loadSavedAds(pool, viewer, [...new Set(adIds)]);
  return new Map([...ads].map(([id, ad]) => [id, presentAttachedAd(ad)]));
}

function presentAttachedAd(ad: Board): PublicationAd {
  const { board_id, board_state: state } = ad;
  if (state !== 'active' && state !== 'reserved' && state !== 'sold')
    return { board_id, title: '', price: 0, city: '', photo: null, state: 'gone' };
  const photo = ad.board_photos[0] ?? null;
  return {
    board_id,
    title: ad.board_title,
    price: ad.board_price,
    ...(ad.board_kind !== 'sell' && { kind: ad.board_kind }),
    ...(ad.board_price_period && { price_period: ad.board_price_period }),
    city: ad.city?.name ?? '',
    photo,
    state,
  };
}
