import { FAVORITES_MAX } from '@app/contract/market/favorites';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { countFavorite } from '../ads/ads.public.ts';
import { getOwnerOfVisibleAd } from '../ads/saved-ads.public.ts';

interface FavoriteState {
  board_id: number;
  subscription_on_board: 0 | 1;
}

/**
 * Adds an ad to the favorites. A recently removed favorite returns to its old place, even if the ad is gone.
 *
 * Changes of one user are serialized, so that the limit is exact; the ad's row is never locked.
 */
export function addFavorite({ db, clock }: Services, viewer: SignedInViewer, adId: number): Promise<FavoriteState> {
  return db.transaction().execute(async (tx) => {
    await lockFavorites(tx, viewer.userId);
    const row = await tx
      .selectFrom('favorites')
      .select('removed_at')
      .where('user_id', '=', viewer.userId)
      .where('ad_id', '=', adId)
      .executeTakeFirst();
    if (row?.removed_at === null) return favoriteState(adId, 1);
    if (row === undefined && (await getOwnerOfVisibleAd(tx, viewer, adId)) === viewer.userId) {
      throw new Failure('forbidden');
    }
    if ((await countFavorites(tx, viewer.userId)) >= FAVORITES_MAX) throw new Failure('favorites_full');
    await sql`
      insert into favorites (user_id, ad_id) values (${viewer.userId}, ${adId})
      on conflict (user_id, ad_id) do update set removed_at = null`.execute(tx);
    await countForOwner(tx, adId, 1, clock());
    return favoriteState(adId, 1);
  });
}

export function removeFavorite({ db, clock }: Services, viewer: SignedInViewer, adId: number): Promise<FavoriteState> {
  return db.transaction().execute(async (tx) => {
    await lockFavorites(tx, viewer.userId);
    const removed = await tx
      .updateTable('favorites')
      .set({ removed_at: sql<Date>`now()` })
      .where('user_id', '=', viewer.userId)
      .where('ad_id', '=', adId)
      .where('removed_at', 'is', null)
      .returning('ad_id')
      .execute();
    if (removed.length > 0) await countForOwner(tx, adId, -1, clock());
    return favoriteState(adId, 0);
  });
}

const favoriteState = (board_id: number, subscription_on_board: 0 | 1): FavoriteState => ({
  board_id,
  subscription_on_board,
});

export async function lockFavorites(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('favorites', ${userId}))`.execute(tx);
}

/**
 * Runs last in the transaction, because everyone who saves the same ad updates one row of the owner's statistics.
 * Erased ads have no such row.
 */
async function countForOwner(tx: Tx, adId: number, delta: 1 | -1, now: Date): Promise<void> {
  const ad = await tx.selectFrom('ads').select('id').where('id', '=', adId).executeTakeFirst();
  if (ad !== undefined) await countFavorite(tx, adId, delta, now);
}

async function countFavorites(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('favorites')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
