import { favoritesApi } from '#contract/market/favorites';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { favoriteStateKey, setFavoriteState } from './favorite-state.ts';
import { readGuestFavorites, removeGuestFavorites } from './guest-favorites.ts';

/**
 * Gives what a guest made favorites to the user who signed in. A call that fails leaves the ads in the browser, for the
 * next page. Returns how many became favorites.
 */
export async function mergeGuestFavorites(viewerId: number): Promise<number> {
  const sent = readGuestFavorites();
  if (sent.length === 0) return 0;
  try {
    const { board_ids } = await call(favoritesApi.merge, { body: { board_ids: sent }, isQuiet: true });
    removeGuestFavorites(sent);
    for (const adId of sent) setFavoriteState(favoriteStateKey(0, adId), undefined);
    for (const adId of board_ids) setFavoriteState(favoriteStateKey(viewerId, adId), true);
    return board_ids.length;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return 0;
  }
}
