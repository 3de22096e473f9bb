import type { Board } from '@app/contract/market/ads';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { loadSavedAds } from '../ads/saved-ads.public.ts';
import { addFavorite } from './add-favorite.ts';

const PUBLIC: ReadonlySet<Board['board_state']> = new Set(['active', 'reserved', 'sold']);

/** Anybody may ask for any id, so of what is not public not even the title is shown. */
export async function listGuestFavorites(
  { pool }: Services,
  viewer: Viewer,
  adIds: readonly number[],
): Promise<{ boards: Board[] }> {
  const ads = await loadSavedAds(pool, viewer, adIds);
  const boards = adIds.flatMap((id) => ads.get(id) ?? []).filter(({ board_state }) => PUBLIC.has(board_state));
  return { boards };
}

/** One transaction for each ad, because each locks the statistics of that ad last. */
export async function mergeFavorites(
  services: Services,
  viewer: SignedInViewer,
  adIds: readonly number[],
): Promise<{ board_ids: number[] }> {
  const board_ids: number[] = [];
  for (const adId of adIds.toReversed()) {
    try {
      await addFavorite(services, viewer, adId);
      board_ids.unshift(adId);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'favorites_full') break;
    }
  }
  return { board_ids };
}
