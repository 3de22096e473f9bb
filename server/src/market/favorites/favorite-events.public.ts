import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { AdEvent } from '../ads/ad-events.public.ts';
import type { FavoriteEventKind } from './favorites.tables.ts';
import { notifyFavoriters } from './notify-favoriters.job.ts';

/** Queues notifications for the favoriters of changed ads, and stores what remains visible of erased ads. */
export async function onAdEventForFavorites(services: Services, tx: Tx, events: readonly AdEvent[]): Promise<void> {
  const favoriteEvents = events.flatMap(toFavoriteEvents);
  if (favoriteEvents.length > 0) await insertFavoriteEvents(services, tx, favoriteEvents);
  const erased = events.filter(({ kind }) => kind === 'erased').map(({ adId }) => adId);
  if (erased.length > 0) await snapshotErasedAds(tx, erased);
}

interface FavoriteEvent {
  adId: number;
  kind: FavoriteEventKind;
  priceBefore: number | null;
  price: number;
}

function toFavoriteEvents({ kind, adId, priceBefore = 0, price = 0 }: AdEvent): FavoriteEvent[] {
  if (kind === 'price' && price > 0 && price < priceBefore) return [{ adId, kind: 'price_drop', priceBefore, price }];
  // An ad has favorites before its publication only if staff held it for review, so favoriters learn that it is back.
  if (kind === 'returned' || kind === 'published') return [{ adId, kind: 'back_on_sale', priceBefore: null, price: 0 }];
  return [];
}

/**
 * Inserts events only for ads with favorites. Repeated changes are reported once a day, except a price below the last
 * reported one.
 */
async function insertFavoriteEvents(
  { queue }: Services,
  tx: Tx,
  favoriteEvents: readonly FavoriteEvent[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into favorite_events (ad_id, kind, price_before, price)
    select n.ad_id, n.kind, n.price_before, n.price
    from unnest(${favoriteEvents.map(({ adId }) => adId)}::bigint[], ${favoriteEvents.map(({ kind }) => kind)}::text[],
      ${favoriteEvents.map(({ priceBefore }) => priceBefore)}::bigint[], ${favoriteEvents.map(({ price }) => price)}::bigint[])
      as n (ad_id, kind, price_before, price)
    where exists (select from favorites f where f.ad_id = n.ad_id and f.removed_at is null)
      and not exists (
        select from favorite_events told
        where told.ad_id = n.ad_id and told.kind = n.kind and told.created_at > now() - interval '1 day'
          and told.price <= n.price)
    returning id`.execute(tx);
  await queue.addAll(
    tx,
    notifyFavoriters,
    rows.map(({ id }) => ({ payload: { news_id: id }, key: String(id) })),
  );
}

/** Of an ad for a circle nothing remains, because who was in the circle is not known later. */
async function snapshotErasedAds(tx: Tx, adIds: readonly number[]): Promise<void> {
  await sql`
    insert into erased_favorites (ad_id, owner_id, title, price_roubles)
    select id, owner_id, title, price_roubles from ads
    where id = any(${adIds}::bigint[]) and audience = 'all'
      and exists (select from favorites f where f.ad_id = ads.id)
    on conflict (ad_id) do nothing`.execute(tx);
  await tx.deleteFrom('favorite_events').where('ad_id', 'in', adIds).execute();
}
