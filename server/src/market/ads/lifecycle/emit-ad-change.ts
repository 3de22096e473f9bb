import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { AdEvent } from '../ad-events.public.ts';
import { emitAdEvents } from '../ad-events.public.ts';
import type { AdRow } from '../ads.queries.ts';

export type AdSnapshot = Pick<AdRow, 'is_public' | 'price_roubles'>;
type ChangedAd = AdSnapshot & Pick<AdRow, 'id' | 'owner_id' | 'published_at'>;

/**
 * Emits the net effect of this transaction's changes, after all of them: whether the ad is public and at what price.
 * `before` is the locked ad before the changes, absent for a new ad.
 */
export async function emitAdChange(
  services: Services,
  tx: Tx,
  before: AdSnapshot | undefined,
  adId: number,
): Promise<void> {
  await emitAdChanges(services, tx, new Map(before && [[adId, before]]), [adId]);
}

export async function emitAdChanges(
  services: Services,
  tx: Tx,
  before: ReadonlyMap<number, AdSnapshot>,
  adIds: readonly number[],
): Promise<void> {
  if (adIds.length === 0) return;
  const ads: ChangedAd[] = await tx
    .selectFrom('ads')
    .select(['id', 'owner_id', 'is_public', 'price_roubles', 'published_at'])
    .where('id', 'in', adIds)
    .orderBy('id')
    .execute();
  const newlyPublic = ads.filter((ad) => ad.published_at === null && (ad.is_public || before.get(ad.id)?.is_public));
  if (newlyPublic.length > 0) {
    const ids = newlyPublic.map(({ id }) => id);
    await tx.updateTable('ads').set({ published_at: services.clock() }).where('id', 'in', ids).execute();
  }
  await emitAdEvents(
    services,
    tx,
    ads.flatMap((ad) => eventsOf(before.get(ad.id), ad)),
  );
}

function eventsOf(before: AdSnapshot | undefined, ad: ChangedAd): AdEvent[] {
  const about = { adId: ad.id, ownerId: ad.owner_id };
  const wasPublic = before?.is_public ?? false;
  if (ad.published_at === null && ad.is_public && !wasPublic) return [{ kind: 'published', ...about }];
  const moved: AdEvent[] = wasPublic === ad.is_public ? [] : [{ kind: ad.is_public ? 'returned' : 'left', ...about }];
  if (before === undefined || !ad.is_public || before.price_roubles === ad.price_roubles) return moved;
  return [...moved, { kind: 'price', ...about, priceBefore: before.price_roubles, price: ad.price_roubles }];
}
